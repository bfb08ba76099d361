import JSONCoding
import MockKit
import WebSocket

/// The way of one answer to a client, through a fault or through none.
struct PolyDelivery: Sendable {
  /// Text that goes out later.
  struct Late: Sendable {
    let milliseconds: Int
    let text: String
  }

  enum Way: Sendable {
    case usual
    /// Nothing is done.
    case nothing
    /// Nothing is done, and the socket ends.
    case ending(PolyOutgoing.Act)
  }

  let fault: MockFault?
  let queue: SocketQueue
  let late: AsyncStream<Late>.Continuation

  /// What becomes of a message. What a fault says instead it says here.
  var way: Way {
    switch fault {
    case .hang: return .nothing
    case .silence:
      queue.isSilent = true
      return .nothing
    case .close(let code): return .ending(code.map { .close(code: $0, reason: "") } ?? .drop)
    case .refuse(let code, let reason):
      queue.send(PolyModel.errorFrame(String(code), reason, ""))
      return .nothing
    case .garbage:
      queue.send("{\"type\":")
      return .usual
    default: return .usual
    }
  }

  /// Sends the first frame that a message is answered with.
  func send(_ frame: JSON, binary: Bool) {
    switch fault {
    case .lostReply: break
    case .delay(let milliseconds): late.yield(Late(milliseconds: milliseconds, text: frame.text()))
    case .malformedJSON:
      let text = frame.text()
      queue.send(String(text.prefix(text.count / 2)))
    case .nullField(let pointer): queue.send(Self.changing(frame, pointer) { _ in .null })
    case .missingField(let pointer): queue.send(Self.changing(frame, pointer) { _ in nil })
    case .unknownEnum(let pointer): queue.send(Self.changing(frame, pointer) { _ in .string("VALUE_OF_TOMORROW") })
    default: queue.send(message: binary ? .binary(frame.bytes()) : .text(frame.bytes()))
    }
  }

  private static func changing(_ frame: JSON, _ pointer: String, _ change: (JSON) -> JSON?) -> JSON {
    JSONPointer.changing(frame, at: pointer, change) ?? frame
  }
}
