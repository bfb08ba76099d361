import Cryptography
import JSONCoding
import MeetingCore

/// The service's tokens: HS256 over the app's secret. `iat` lies a little in the past, since a token from the future is
/// refused.
struct Tokens: Sendable {
  private static let backdateSeconds: Int64 = 5

  let secret: Secret

  /// A token without a user: server side, full rights.
  func server(now: Timestamp) throws(JWTError) -> String {
    let issued = now.seconds - Self.backdateSeconds
    return try JWT.sign(
      claims: ["server": true, "iat": .integer(issued), "exp": .integer(issued + 300)], secret: secret)
  }

  /// A token for one user and one call.
  func user(_ id: String, call: CallAddress, issuedAt: Timestamp, expiresAt: Timestamp, role: String? = nil)
    throws(JWTError) -> String
  {
    var claims: JSON = [
      "user_id": .string(id), "iat": .integer(issuedAt.seconds - Self.backdateSeconds),
      "exp": .integer(expiresAt.seconds), "call_cids": .array([.string(call.cid)]),
    ]
    if let role, case .object(var object) = claims {
      object["role"] = .string(role)
      claims = .object(object)
    }
    return try JWT.sign(claims: claims, secret: secret)
  }
}
