import Cryptography
import JSONCoding
import MeetingCore

/// The service's tokens: HS256 over the app's secret. `iat` is rounded down and lies a little in the past, since a token
/// from the future is refused.
struct Tokens: Sendable {
  private static let backdateSeconds: Int64 = 5
  /// How long a token for one request of ours is good.
  private static let requestSeconds: Int64 = 300

  let secret: Secret

  /// A token without a user: server side, full rights.
  func server(now: Timestamp) throws(JWTError) -> String {
    let issued = now.seconds - Self.backdateSeconds
    return try JWT.sign(
      claims: ["server": true, "iat": .integer(issued), "exp": .integer(issued + Self.requestSeconds)], secret: secret)
  }

  /// A token for one request.
  func token(of caller: StreamRequest.Caller, now: Timestamp) throws(JWTError) -> String {
    switch caller {
    case .server: try server(now: now)
    case .watcher(let user): try watcher(user, now: now, seconds: Self.requestSeconds)
    case .user(let user, let call):
      try self.user(user, call: call, issuedAt: now, expiresAt: now.advanced(bySeconds: Self.requestSeconds))
    }
  }

  /// A token for a user of ours, for all calls it may read.
  func watcher(_ id: String, now: Timestamp, seconds: Int64) throws(JWTError) -> String {
    try JWT.sign(
      claims: [
        "user_id": .string(id), "iat": .integer(now.seconds - Self.backdateSeconds),
        "exp": .integer(now.seconds + seconds),
      ], secret: secret)
  }

  /// A token for one user and one call. `role` is for anonymous users, who have no membership to take rights from.
  func user(_ id: String, call: CallAddress, issuedAt: Timestamp, expiresAt: Timestamp, role: String? = nil)
    throws(JWTError) -> String
  {
    var claims = JSONObject()
    claims["user_id"] = .string(id)
    claims["iat"] = .integer(issuedAt.seconds - Self.backdateSeconds)
    claims["exp"] = .integer(expiresAt.seconds)
    claims["call_cids"] = .array([.string(call.cid)])
    claims["role"] = role.map(JSON.string)
    return try JWT.sign(claims: .object(claims), secret: secret)
  }
}
