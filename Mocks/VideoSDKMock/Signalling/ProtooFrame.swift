import JSONCoding
import MockKit

/// One message of the protocol on the signalling socket: a request, its answer, or news. Either side may send any of
/// them.
enum ProtooFrame: Sendable, Equatable {
  case request(id: Int64, method: String, data: JSON)
  case response(id: Int64, ProtooAnswer)
  case notification(method: String, data: JSON)

  /// Ids of requests are from 0 to this.
  static let greatestID: Int64 = 10_000_000

  /// Reads a frame; nil for anything that is none.
  init?(_ bytes: [UInt8]) {
    guard case .object(let frame)? = try? JSON.parse(bytes, mode: .strict) else { return nil }
    let method = frame["method"]?.stringValue
    let data = frame["data"] ?? [:]
    switch (Self.isSet(frame, "request"), Self.isSet(frame, "response"), Self.isSet(frame, "notification")) {
    case (true, false, false):
      guard let method, let id = Self.id(of: frame) else { return nil }
      self = .request(id: id, method: method, data: data)
    case (false, true, false):
      guard let id = Self.id(of: frame), let isAccepted = frame["ok"]?.boolValue else { return nil }
      self = .response(id: id, isAccepted ? .accepted(data) : ProtooAnswer(refusal: frame))
    case (false, false, true):
      guard let method else { return nil }
      self = .notification(method: method, data: data)
    default: return nil
    }
  }

  var json: JSON {
    switch self {
    case .request(let id, let method, let data):
      ["request": true, "id": .integer(id), "method": .string(method), "data": data]
    case .response(let id, .accepted(let data)):
      ["response": true, "id": .integer(id), "ok": true, "data": data]
    case .response(let id, .refused(let code, let reason)):
      [
        "response": true, "id": .integer(id), "ok": false, "errorCode": .integer(Int64(code)),
        "errorReason": .string(reason),
      ]
    case .notification(let method, let data):
      ["notification": true, "method": .string(method), "data": data]
    }
  }

  private static func isSet(_ frame: JSONObject, _ kind: String) -> Bool { frame[kind]?.boolValue == true }

  private static func id(of frame: JSONObject) -> Int64? {
    frame["id"]?.integerValue.flatMap { (0...greatestID).contains($0) ? $0 : nil }
  }
}
