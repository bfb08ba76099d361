import HTTPTypes
import JSONCoding
import MockKit

/// An error answer over HTTP.
struct PolyRefusal: Error, Sendable, Equatable {
  let status: Int
  let text: String
  /// Of the server's interface, e.g. `CONVERSATIONS_NOT_FOUND`.
  let code: String?

  init(_ status: Int, _ text: String, code: String? = nil) {
    self.status = status
    self.text = text
    self.code = code
  }

  static let unreadable = PolyRefusal(400, "Error parsing request")

  /// As the family of an operation words it; `correlation` is the request's id.
  func document(
    _ family: PolyOperation.Family, _ members: PolyChoice.ErrorMembers, correlation: String
  ) -> JSON {
    switch family {
    case .messaging:
      switch members {
      case .both: ["message": .string(text), "error": .string(text)]
      case .message: ["message": .string(text)]
      case .error: ["error": .string(text)]
      }
    case .voice: ["error": .string(text)]
    case .server:
      [
        "success": false, "error": .string(text), "error_id": .string(correlation),
        "error_code": .string(code ?? "INTERNAL_ERROR"), "error_message": .string(text), "data": nil,
      ]
    }
  }

  /// What goes with a bare status, for injected faults.
  static func generic(_ status: Int, _ operation: PolyOperation?) -> PolyRefusal {
    switch (operation, status) {
    case (.createAccessToken, 401): PolyRefusal(401, "Connector token does not exist")
    case (.createAccessToken, 500): PolyRefusal(500, "Failed to create access token")
    case (.createSession, 400): .unreadable
    case (.createSession, 401): PolyRefusal(401, "Invalid access token")
    case (.createSession, 500): PolyRefusal(500, "Failed to create session")
    case (.openMessaging, 400): .badParameters
    case (.openMessaging, 401): .notAuthenticated
    case (.openMessaging, 404): .noSession
    case (.openMessaging, 429): .tooManySockets
    case (.listConversations, 401), (.getConversation, 401), (.getConversationAudio, 401): .badKey
    case (.listConversations, 403), (.getConversation, 403), (.getConversationAudio, 403): .notYours
    case (.getConversation, 404): .noConversation
    case (.getConversationAudio, 404): .noRecording
    default: PolyRefusal(status, texts[status] ?? "Internal Server Error")
    }
  }

  private static let texts = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 409: "Conflict",
    413: "Payload Too Large", 426: "Upgrade Required", 429: "Too Many Requests", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout",
  ]

  // MARK: Handshakes of the messaging socket

  static let badParameters = PolyRefusal(400, "invalid connection parameters")
  static let notAuthenticated = PolyRefusal(401, "authentication failed")
  static let noSession = PolyRefusal(404, "session not found")
  static let tooManySockets = PolyRefusal(429, "connection limit exceeded for session")

  // MARK: The server's interface

  static let badKey = PolyRefusal(401, "Invalid token", code: "AUTH_USER_INVALID_TOKEN")
  static let notYours = PolyRefusal(403, "Access forbidden", code: "USER_ACCESS_FORBIDDEN")
  static let noConversation = PolyRefusal(404, "Conversation not found", code: "CONVERSATIONS_NOT_FOUND")
  static let noRecording = PolyRefusal(404, "Recording not found", code: "CONVERSATIONS_RECORDING_NOT_FOUND")
}
