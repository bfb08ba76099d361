import Cryptography
import HTTPTypes
import JSONCoding

/// Access tokens: JWTs of one anonymous user each.
struct PolyAccess: Sendable {
  /// Who bears a good token.
  struct Bearer: Sendable, Equatable {
    let userID: String
    let accountID: String
  }

  private let key: Secret

  init(seed: UInt64) { key = Secret(Hex.encode(SeededRandom(seed: seed ^ 0x4A_5754).bytes(32))) }

  /// A token for a new user; `now` in seconds.
  func token(for bearer: Bearer, now: Int64, life: Int) -> String {
    let claims: JSON = [
      "sub": .string(bearer.userID), "account_id": .string(bearer.accountID), "iat": .integer(now),
      "exp": .integer(now + Int64(life)),
    ]
    // Signing fails for an empty key only.
    return (try? JWT.sign(claims: claims, secret: key)) ?? ""
  }

  /// nil for a token that is not one of ours, or expired.
  func bearer(of token: String, now: Int64) -> Bearer? {
    guard let claims = try? JWT.verify(token, secret: key, now: now), let user = claims["sub"]?.stringValue,
      let account = claims["account_id"]?.stringValue
    else { return nil }
    return Bearer(userID: user, accountID: account)
  }

  /// The host of a URL, or the bare host, in small letters.
  static func host(_ text: String) -> String {
    var rest = text[...]
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    return rest.prefix { $0 != "/" && $0 != ":" && $0 != "?" }.lowercased()
  }
}
