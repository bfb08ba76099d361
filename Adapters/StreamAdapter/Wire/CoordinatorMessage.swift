import JSONCoding
import MeetingCore

/// What comes over a coordinator connection.
enum CoordinatorMessage: Sendable {
  case welcome(connection: String)
  /// The service refuses, or ends what it had begun.
  case refused(JSON)
  case healthCheck
  case event(JSON)
  /// Nothing that could be read.
  case unreadable

  static func read(_ bytes: [UInt8]) -> Self {
    guard let json = try? JSON.parse(bytes, mode: .vendor), json.objectValue != nil else { return .unreadable }
    switch json["type"]?.stringValue {
    case "connection.ok": return json["connection_id"]?.stringValue.map { .welcome(connection: $0) } ?? .unreadable
    case "connection.error": return .refused(json["error"] ?? .null)
    case "health.check": return .healthCheck
    // The edge says so in a shape of its own.
    case nil: return json["error"].map { .refused($0) } ?? .unreadable
    default: return .event(json)
    }
  }

  // MARK: What we say

  static func hello(token: String, user: String) -> JSON {
    ["token": .string(token), "products": ["video"], "user_details": ["id": .string(user)]]
  }

  static func keepAlive(_ connection: String) -> JSON {
    ["type": "health.check", "client_id": .string(connection)]
  }
}
