import JSONCoding
import MeetingCore

/// What comes over a coordinator connection.
enum CoordinatorMessage: Sendable {
  /// With the user as the service knows them.
  case welcome(connection: String, me: JSON)
  /// The service refuses, or ends what it had begun.
  case refused(JSON)
  case healthCheck
  case event(JSON)
  /// Nothing that could be read.
  case unreadable

  static func read(_ bytes: [UInt8]) -> Self {
    guard let json = try? JSON.parse(bytes, mode: .vendor), json.objectValue != nil else { return .unreadable }
    switch json["type"]?.stringValue {
    case "connection.ok":
      return json["connection_id"]?.stringValue.map { .welcome(connection: $0, me: json["me"] ?? .null) } ?? .unreadable
    case "connection.error": return .refused(json["error"] ?? .null)
    case "health.check": return .healthCheck
    // The edge says so in a shape of its own.
    case nil: return json["error"].map { .refused($0) } ?? .unreadable
    default: return .event(json)
    }
  }

  // MARK: What we say

  /// `details` are the user's own: `id`, and what it is to be shown with.
  static func hello(token: String, details: JSONObject) -> JSON {
    ["token": .string(token), "products": ["video"], "user_details": .object(details)]
  }

  static func keepAlive(_ connection: String) -> JSON {
    ["type": "health.check", "client_id": .string(connection)]
  }
}
