import JSONCoding
import MockKit

/// An error answer: the status, the vendor's number where there is one, and the text.
struct VideoSDKRefusal: Error, Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// Of a token: its status can be switched.
    case token
    case other
  }

  var status: Int
  let code: VideoSDKCode?
  let message: String
  var kind = Kind.other

  init(_ status: Int, _ message: String, code: VideoSDKCode? = nil) {
    self.status = status
    self.code = code
    self.message = message
  }

  static func token(_ code: VideoSDKCode, _ message: String) -> VideoSDKRefusal {
    var refusal = VideoSDKRefusal(400, message, code: code)
    refusal.kind = .token
    return refusal
  }

  /// A body or query member that is not as it must be.
  static func invalid(_ field: String, _ problem: String) -> VideoSDKRefusal {
    VideoSDKRefusal(400, "\(field) \(problem)")
  }

  static func missing(_ message: String) -> VideoSDKRefusal { VideoSDKRefusal(404, message) }

  /// Why somebody may not join; over REST nobody joins, so the status only shows on the control plane and for WHIP.
  static func join(_ code: VideoSDKCode, _ message: String) -> VideoSDKRefusal {
    VideoSDKRefusal(400, message, code: code)
  }

  /// As every shape of client reads it: `code`, `error` and `message`.
  var document: JSON {
    var document: JSONObject = [:]
    if let code { document["code"] = .int(code.rawValue) }
    document["error"] = .string(message)
    document["message"] = .string(message)
    return .object(document)
  }

  /// What goes with a bare status, for injected faults.
  static func generic(_ status: Int) -> VideoSDKRefusal {
    let code: VideoSDKCode? = [401, 403].contains(status) ? .invalidToken : nil
    return VideoSDKRefusal(status, texts[status] ?? "Internal Server Error", code: code)
  }

  private static let texts = [
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    408: "Request Timeout", 409: "Conflict", 413: "Payload Too Large", 429: "Too Many Requests", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}
