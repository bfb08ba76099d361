import JSONCoding
import MockKit
import WebSocket

/// What is to go out on one socket.
struct PolyOutgoing: Sendable {
  enum Act: Sendable {
    case frame(JSON)
    case text(String)
    case binary([UInt8])
    case close(code: UInt16, reason: String)
    /// Without a goodbye.
    case drop
  }

  let line: String
  let queue: SocketQueue
  let act: Act

  /// `binary`: frames go out as binary messages.
  func send(binary: Bool) {
    switch act {
    case .frame(let frame): binary ? queue.send(message: .binary(frame.bytes())) : queue.send(frame)
    case .text(let text): queue.send(text)
    case .binary(let bytes): queue.send(message: .binary(bytes))
    case .close(let code, let reason): queue.close(code, reason)
    case .drop: queue.drop()
    }
  }
}
