import HTTPTypes
import MeetingCore

/// Reads the `Authorization` field. What was sent never shows in an error.
enum BearerCredential {
  private static let maximumLength = 4_096

  /// The credential, or `unauthenticated`.
  static func read(from fields: HTTPFields) throws(GatewayError) -> String {
    let values = fields.values(of: "Authorization")
    guard let value = values.first else { throw refusal("a credential is needed: Authorization: Bearer …") }
    guard values.count == 1, let token = token(in: value) else {
      throw refusal("the Authorization field must hold one bearer credential")
    }
    return token
  }

  private static func token(in value: String) -> String? {
    let space = UInt8(ascii: " ")
    let parts = value.utf8.split(separator: space, maxSplits: 1, omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }) else { return nil }
    let token = parts[1].drop { $0 == space }
    let text = String(Substring(token))
    return isToken(text) ? text : nil
  }

  /// Whether a text can be a credential at all.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= maximumLength && text.utf8.allSatisfy(isTokenByte)
  }

  /// token68 of RFC 9110, and the point and underscore that it has.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"),
      UInt8(ascii: "/"), UInt8(ascii: "="):
      true
    default: ID.isLetterOrDigit(byte)
    }
  }

  private static func refusal(_ detail: String) -> GatewayError { GatewayError(.unauthenticated, detail) }
}
