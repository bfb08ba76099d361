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
    let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    let token = parts[1].drop { $0 == " " }
    guard !token.isEmpty, token.utf8.count <= maximumLength, token.utf8.allSatisfy(isTokenByte) else { return nil }
    return String(token)
  }

  /// token68 of RFC 9110, and the point and underscore that it has.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    ID.isLetterOrDigit(byte) || "-._~+/=".utf8.contains(byte)
  }

  private static func refusal(_ detail: String) -> GatewayError { GatewayError(.unauthenticated, detail) }
}
