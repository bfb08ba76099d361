import JSONCoding
import MockKit

/// The way of one answer to a client, through a fault or through none.
struct VideoSDKDelivery: Sendable {
  let fault: MockFault?
  let queue: SocketQueue
  let late: AsyncStream<VideoSDKLateAnswer>.Continuation

  /// False where the fault lets nothing be done; what it does instead it does here.
  func beginsWork(_ frame: ProtooFrame) -> Bool {
    switch fault {
    case .hang: return false
    case .silence:
      queue.isSilent = true
      return false
    case .close(let code):
      if let code { queue.close(code, "") } else { queue.drop() }
      return false
    case .refuse(let code, let reason):
      if case .request(let id, _, _) = frame {
        queue.send(ProtooFrame.response(id: id, .refused(code: code, reason: reason)).json)
      }
      return false
    case .garbage:
      queue.send("{\"response\":true,\"id\":")
      return true
    default: return true
    }
  }

  func send(_ answer: ProtooAnswer, to request: Int64) {
    let frame = ProtooFrame.response(id: request, answer).json
    switch fault {
    case .lostReply: break
    case .delay(let milliseconds): late.yield(VideoSDKLateAnswer(milliseconds: milliseconds, text: frame.text()))
    case .malformedJSON:
      let text = frame.text()
      queue.send(String(text.prefix(text.count / 2)))
    case .nullField(let pointer): queue.send(Self.changing(frame, pointer) { _ in .null })
    case .missingField(let pointer): queue.send(Self.changing(frame, pointer) { _ in nil })
    case .unknownEnum(let pointer): queue.send(Self.changing(frame, pointer) { _ in .string("VALUE_OF_TOMORROW") })
    default: queue.send(frame)
    }
  }

  /// Pointers lead into the answer's `data`.
  private static func changing(_ frame: JSON, _ pointer: String, _ change: (JSON) -> JSON?) -> JSON {
    JSONPointer.changing(frame, at: "/data" + pointer, change) ?? frame
  }
}
