import JSONCoding

/// One message of the signalling. Either side sends any of them.
enum ProtooFrame: Sendable, Hashable {
  case request(id: Int64, method: String, data: JSON)
  case accepted(id: Int64, data: JSON)
  case refused(id: Int64, code: Int?, reason: String)
  case notification(method: String, data: JSON)

  /// nil for what is no such message.
  static func read(_ bytes: [UInt8]) -> Self? {
    guard let json = try? JSON.parse(bytes, mode: .vendor), json.objectValue != nil else { return nil }
    let data = json["data"] ?? [:]
    if json["request"] == true, let id = number(json["id"]), let method = json["method"]?.stringValue {
      return .request(id: id, method: method, data: data)
    }
    if json["response"] == true, let id = number(json["id"]) {
      if json["ok"] == true { return .accepted(id: id, data: data) }
      return .refused(
        id: id, code: number(json["errorCode"]).flatMap(Int.init(exactly:)),
        reason: json["errorReason"]?.stringValue ?? "")
    }
    if json["notification"] == true, let method = json["method"]?.stringValue {
      return .notification(method: method, data: data)
    }
    return nil
  }

  var json: JSON {
    switch self {
    case .request(let id, let method, let data):
      ["request": true, "id": .integer(id), "method": .string(method), "data": data]
    case .accepted(let id, let data): ["response": true, "id": .integer(id), "ok": true, "data": data]
    case .refused(let id, let code, let reason):
      [
        "response": true, "id": .integer(id), "ok": false, "errorCode": code.map { .integer(Int64($0)) } ?? .null,
        "errorReason": .string(reason),
      ]
    case .notification(let method, let data):
      ["notification": true, "method": .string(method), "data": data]
    }
  }

  /// A whole number, however it is written.
  private static func number(_ json: JSON?) -> Int64? {
    switch json {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    case .string(let text): Int64(text)
    default: nil
    }
  }
}
