import JSONCoding
import Synchronization

/// Somebody in a meeting: oneself, or somebody else. The same object from their arrival until they are gone.
///
/// What it says is as of the latest call of a listener; it may be read from anywhere at any time.
public final class Participant: Sendable {
  private struct State {
    var displayName: String
    var mode: MeetingMode
    var metaData: JSON?
    var streams: [String: MediaStream] = [:]
  }

  public let id: String
  /// Whether this is oneself.
  public let isLocal: Bool
  public let isAgent: Bool
  let listeners = ListenerList<WeakParticipantListener>()
  private let state: Mutex<State>
  private let link: DriverLink

  init(_ peer: SignallingPeer, _ link: DriverLink, isLocal: Bool = false) {
    id = peer.id
    self.isLocal = isLocal
    isAgent = peer.isAgent
    self.link = link
    state = Mutex(
      State(
        displayName: peer.displayName, mode: MeetingMode(peer.mode ?? .sendAndReceive), metaData: peer.metaData))
  }

  private var driver: MeetingDriver? { link.driver }

  public var displayName: String { state.withLock { $0.displayName } }
  /// As the service tells it; `SEND_AND_RECV` where it never did.
  public var mode: MeetingMode { state.withLock { $0.mode } }
  /// What their app attached when it joined; nil when nothing. Members that are null are left out.
  public var metaData: [String: Any]? { state.withLock { $0.metaData }?.objectValue.map(LooseValue.dictionary) }
  /// What they publish, by the ids of the streams.
  public var streams: [String: MediaStream] { state.withLock { $0.streams } }

  // MARK: Acting on them. What the service refuses is told to `onError`; others need a token with `allow_mod` for it.

  /// Asks them to unmute: they decide. One's own microphone is switched on.
  public func enableMic() { enable(.audio) }
  /// Mutes them, without asking. One's own microphone is switched off.
  public func disableMic() { disable(.audio) }
  /// Asks them to switch their camera on.
  public func enableWebcam() { enable(.video) }
  /// Switches their camera off, without asking.
  public func disableWebcam() { disable(.video) }

  /// Removes them from the meeting. They may come back as long as their token is good.
  public func remove() {
    if isLocal { driver?.leave() } else { driver?.send(.remove(id), failing: 0) }
  }

  private func enable(_ media: PeerMedia) {
    if isLocal { return driver?.want(media, isOn: true) ?? () }
    driver?.send(.ask(id, toEnable: media), failing: 0)
  }

  private func disable(_ media: PeerMedia) {
    if isLocal { return driver?.want(media, isOn: false) ?? () }
    driver?.send(.disable(media, of: id), failing: media == .audio ? 4068 : 0)
  }

  // MARK: Listeners

  /// Adding somebody twice changes nothing.
  public func addEventListener(_ listener: any ParticipantEventListener) { listeners.add(listener) }

  /// Whoever is not there is not missed.
  public func removeEventListener(_ listener: any ParticipantEventListener) { listeners.remove(listener) }

  public func removeAllEventListeners() { listeners.removeAll() }

  // MARK: The meeting's side

  /// Whether anything changed.
  func update(_ peer: SignallingPeer) -> Bool {
    state.withLock { state in
      let mode = peer.mode.map(MeetingMode.init) ?? state.mode
      let isSame = state.displayName == peer.displayName && state.mode == mode && state.metaData == peer.metaData
      (state.displayName, state.mode, state.metaData) = (peer.displayName, mode, peer.metaData)
      return !isSame
    }
  }

  func set(_ mode: MeetingMode) { state.withLock { $0.mode = mode } }

  func open(_ stream: MediaStream) { state.withLock { $0.streams[stream.id] = stream } }

  /// What was closed; nil when there was none of that id.
  func close(_ id: String) -> MediaStream? { state.withLock { $0.streams.removeValue(forKey: id) } }

  /// Everything that was open, in a stable order; nothing is any more.
  func closeAll() -> [MediaStream] {
    state.withLock { state in
      defer { state.streams = [:] }
      return state.streams.values.sorted { $0.id < $1.id }
    }
  }
}
