import EventDelivery
import HTTPTypes
import JSONCoding
import MeetingCore
import Store

/// What an event socket says: one JSON object each.
enum SocketText {
  /// The events that come from now on will be told.
  static let ready = Array(#"{"type":"ready"}"#.utf8)
  static let ping = Array(#"{"type":"ping"}"#.utf8)
  static let pong = Array(#"{"type":"pong"}"#.utf8)

  static func of(_ delivery: Delivery) -> [[UInt8]] {
    switch delivery {
    case .idle: [ping]
    case .reset: [Array(#"{"type":"stream.reset"}"#.utf8)]
    case .lagged(let dropped): [Array(#"{"type":"stream.lagged","dropped":\#(dropped)}"#.utf8)]
    case .events(let entries): entries.map { event($0.record) }
    }
  }

  static func problem(_ error: GatewayError, in call: SocketCall) -> [UInt8] {
    let answer = ProblemRenderer.answer(error, instance: call.head.path, requestID: call.requestID)
    return Array(#"{"type":"error","problem":"#.utf8) + (answer.bytes ?? []) + [125]
  }

  /// The event's own bytes, as everywhere; `id` is the position that resumes.
  private static func event(_ record: EventRecord) -> [UInt8] {
    var text = Array(#"{"type":"event","id":"\#(record.position)","event":"#.utf8)
    text.reserveCapacity(text.count + record.body.count + 1)
    text += record.body
    text.append(125)
    return text
  }
}
