import JSONCoding
import MockKit
import Synchronization

/// Every open coordinator connection by its id.
final class CoordinatorSockets: Sendable {
  private struct State {
    var open: [String: SocketQueue] = [:]
    var isSilent = false
  }

  private let state = Mutex(State())

  /// While true nothing is said on any connection, as when a network swallows everything.
  var isSilent: Bool {
    get { state.withLock { $0.isSilent } }
    set { state.withLock { $0.isSilent = newValue } }
  }

  func add(_ socket: SocketQueue, as id: String) { state.withLock { $0.open[id] = socket } }
  func remove(_ id: String) { state.withLock { $0.open[id] = nil } }

  /// Tells an event to those it is for; the error that ends a connection also closes it.
  func tell(_ event: MockEvent) {
    let (open, isSilent) = state.withLock { ($0.open, $0.isSilent) }
    if isSilent { return }
    for id in event.sockets {
      open[id]?.send(event.payload)
      if event.type == "connection.error" { open[id]?.close(StreamMock.passingCode, "") }
    }
  }

  func answer(_ id: String, _ frame: JSON) {
    let (socket, isSilent) = state.withLock { ($0.open[id], $0.isSilent) }
    if !isSilent { socket?.send(frame) }
  }

  /// Says something to everybody, whatever it is.
  func sayToAll(_ text: String) { for socket in all { socket.send(text) } }
  func closeAll(_ code: UInt16, _ reason: String) { for socket in all { socket.close(code, reason) } }

  private var all: [SocketQueue] { state.withLock { Array($0.open.values) } }
}
