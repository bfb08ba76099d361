/// What others publish, put together from two ways of telling: what this connection receives, and what is said of
/// everybody's switches. Either may come first, or alone.
struct RemoteTracks: Sendable {
  private struct Key: Hashable {
    let peer: String
    let media: PeerMedia
  }

  private struct Track {
    var consumers: [String] = []
    var stream: SignallingStream?
  }

  private var tracks: [Key: Track] = [:]

  /// This connection gets something of a peer's.
  mutating func open(consumer: String, of peer: String, _ media: PeerMedia) -> [SignallingNews] {
    let key = Key(peer: peer, media: media)
    if tracks[key]?.consumers.contains(consumer) != true { tracks[key, default: Track()].consumers.append(consumer) }
    return show(key, id: consumer)
  }

  /// The end of one of several of the same kind is no end: a new one may have begun before the old one ended.
  mutating func close(consumer: String) -> [SignallingNews] {
    guard let key = key(of: consumer) else { return [] }
    tracks[key]?.consumers.removeAll { $0 == consumer }
    return tracks[key]?.consumers.isEmpty == true ? hide(key) : []
  }

  /// A peer is said to have switched something.
  mutating func say(_ isOn: Bool, of peer: String, _ media: PeerMedia) -> [SignallingNews] {
    let key = Key(peer: peer, media: media)
    return isOn ? show(key, id: "\(peer)-\(media.rawValue)") : hide(key)
  }

  func pause(consumer: String, isPaused: Bool) -> [SignallingNews] {
    guard let stream = key(of: consumer).flatMap({ tracks[$0]?.stream }) else { return [] }
    return [.streamPaused(stream, isPaused: isPaused)]
  }

  /// Everything of a peer's is over.
  mutating func end(of peer: String) -> [SignallingNews] {
    PeerMedia.allCases.flatMap { hide(Key(peer: peer, media: $0)) }
  }

  private func key(of consumer: String) -> Key? { tracks.first { $0.value.consumers.contains(consumer) }?.key }

  private mutating func show(_ key: Key, id: String) -> [SignallingNews] {
    if tracks[key]?.stream != nil { return [] }
    let stream = SignallingStream(id: id, peer: key.peer, media: key.media)
    tracks[key, default: Track()].stream = stream
    return [.streamOpened(stream)]
  }

  private mutating func hide(_ key: Key) -> [SignallingNews] {
    let stream = tracks.removeValue(forKey: key)?.stream
    return stream.map { [.streamClosed($0)] } ?? []
  }
}
