import JSONCoding
import MockKit

/// What one side says to a request of the other's.
enum ProtooAnswer: Sendable, Equatable {
  case accepted(JSON)
  case refused(code: Int, reason: String)

  /// Reads what a frame that refuses says; both members may be missing.
  init(refusal frame: JSONObject) {
    self = .refused(
      code: frame["errorCode"]?.integerValue.map { Int(clamping: $0) } ?? 0,
      reason: frame["errorReason"]?.stringValue ?? "")
  }

  init(_ refusal: VideoSDKRefusal) {
    self = .refused(code: refusal.code?.rawValue ?? refusal.status, reason: refusal.message)
  }
}
