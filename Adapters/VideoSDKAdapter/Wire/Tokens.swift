import Cryptography
import JSONCoding
import MeetingCore

/// The service's tokens: HS256 over the key's secret, sent bare. `iat` is rounded down and lies a little in the past, since a
/// token from the future may be refused.
struct Tokens: Sendable {
  private static let backdateSeconds: Int64 = 5
  private static let version: JSON = 2

  let apiKey: String
  let secret: Secret

  /// A token for REST only: nobody joins with it.
  func request(now: Timestamp, seconds: Int64) throws(JWTError) -> String {
    let issued = now.seconds - Self.backdateSeconds
    return try JWT.sign(
      claims: [
        "apikey": .string(apiKey), "permissions": ["allow_join", "allow_mod"], "version": Self.version,
        "roles": ["crawler"], "iat": .integer(issued), "exp": .integer(now.seconds + seconds),
      ], secret: secret)
  }

  /// A token to join one room as one participant, and for nothing else.
  func joining(
    _ participant: String, room: String, moderates: Bool, issuedAt: Timestamp, expiresAt: Timestamp
  ) throws(JWTError) -> String {
    let permissions: [JSON] = moderates ? ["allow_join", "allow_mod"] : ["allow_join"]
    return try JWT.sign(
      claims: [
        "apikey": .string(apiKey), "permissions": .array(permissions), "version": Self.version,
        "roomId": .string(room), "participantId": .string(participant), "roles": ["rtc"],
        "iat": .integer(issuedAt.seconds - Self.backdateSeconds), "exp": .integer(expiresAt.seconds),
      ], secret: secret)
  }
}
