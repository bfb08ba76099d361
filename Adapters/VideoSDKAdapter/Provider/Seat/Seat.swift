import Synchronization

/// A seat that is taken: what goes out over it, and who is there.
final class Seat: Sendable {
  let socket: SignallingSocket
  private let peers = Mutex<[String: PeerMode?]>([:])
  private let topics = Mutex<Set<String>>([])

  init(socket: SignallingSocket) { self.socket = socket }

  /// Hears a topic from now on. One that cannot be heard is only not heard.
  func listen(to topic: String) {
    guard topics.withLock({ $0.insert(topic).inserted }) else { return }
    socket.send(.subscribe(topic: topic)) { _ in }
  }

  /// Whether somebody is in the room.
  func has(_ peer: String) -> Bool { peers.withLock { $0[peer] != nil } }

  /// In which mode they are there; nil where they are not, or nobody has told.
  func mode(of peer: String) -> PeerMode? { peers.withLock { $0[peer] ?? nil } }

  func hear(_ news: SignallingNews) {
    peers.withLock { peers in
      switch news {
      case .joined(let entry): peers = Dictionary(entry.peers.map { ($0.id, $0.mode) }) { first, _ in first }
      case .peerJoined(let peer): peers[peer.id] = .some(peer.mode)
      case .peerLeft(let peer, _): peers[peer.id] = nil
      case .modeChanged(let peer, let mode): if peers[peer] != nil { peers[peer] = .some(mode) }
      default: break
      }
    }
  }
}
