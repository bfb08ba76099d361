import CLinux
import HTTPTypes
import Synchronization

/// A client's handshake on its way. Moved on the loop's thread only; ends once.
final class HandshakeExchange: Sendable {
  private struct State {
    var handshake: ClientHandshake
    var request: OutgoingBytes
    var done: CheckedContinuation<Result<ClientHandshake.Opened, WebSocketError>, Never>?
    var isOver = false
  }

  let id: UInt64
  let stream: any ByteStream
  let deadline: ContinuousClock.Instant
  private let state: Mutex<State>

  init(_ handshake: ClientHandshake, _ stream: any ByteStream, id: UInt64, deadline: ContinuousClock.Instant) {
    self.id = id
    self.stream = stream
    self.deadline = deadline
    var request = OutgoingBytes()
    handshake.request.withUnsafeBytes { request.append($0) }
    state = Mutex(State(handshake: handshake, request: request))
  }

  func start(
    on loop: WebSocketLoop, _ done: CheckedContinuation<Result<ClientHandshake.Opened, WebSocketError>, Never>
  ) {
    state.withLock { $0.done = done }
    if !loop.post({ $0.add(self) }) { finish(.failure(.cancelled)) }
    if Task.isCancelled { loop.post { $0.cancelHandshake(self.id) } }
  }

  var interest: UInt32 {
    state.withLock { $0.request.count > 0 ? EPOLLIN.rawValue | EPOLLOUT.rawValue : EPOLLIN.rawValue }
  }

  /// True when it is over.
  func drive() -> Bool {
    let result = state.withLock { state -> Result<ClientHandshake.Opened, WebSocketError>? in
      if state.isOver { return nil }
      while state.request.count > 0 {
        switch state.request.write(to: stream) {
        case .moved: continue
        case .wouldBlock: return nil
        case .ended, .failed: return .failure(.notConnected(.connectionLost))
        }
      }
      return read(&state)
    }
    if let result { finish(result) }
    return state.withLock { $0.isOver }
  }

  private func read(_ state: inout State) -> Result<ClientHandshake.Opened, WebSocketError>? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      switch buffer.withUnsafeMutableBytes({ stream.read(into: $0) }) {
      case .moved(let count): if let result = state.handshake.take(buffer.prefix(count)) { return result }
      case .wouldBlock: return nil
      case .ended, .failed: return .failure(.notConnected(.connectionLost))
      }
    }
  }

  /// The stream lives on only when the connection opened.
  func finish(_ result: Result<ClientHandshake.Opened, WebSocketError>) {
    let done = state.withLock { state -> CheckedContinuation<Result<ClientHandshake.Opened, WebSocketError>, Never>? in
      guard !state.isOver else { return nil }
      state.isOver = true
      defer { state.done = nil }
      return state.done
    }
    guard let done else { return }
    if case .failure = result { stream.close() }
    done.resume(returning: result)
  }
}
