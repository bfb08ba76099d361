package import JSONCoding

/// JSON Web Tokens signed with HS256. No other algorithm is read or written.
package enum JWT {
  /// An expiry further ahead than this is a mistake (milliseconds taken for seconds), not a long-lived token.
  package static let longestLifeSeconds: Int64 = 10 * 366 * 86_400

  /// Throws only `emptyKey`.
  package static func sign(claims: JSON, secret: Secret) throws(JWTError) -> String {
    guard !secret.isEmpty else { throw .emptyKey }
    let head = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
    let content = head + "." + Base64URL.encode(claims.bytes())
    return content + "." + Base64URL.encode(HMACSHA256.sign(Array(content.utf8), key: secret.bytes))
  }

  /// Verifies signature, then times (`now` and the claims in seconds since 1970), and returns the claims.
  package static func verify(_ token: String, secret: Secret, now: Int64, leeway: Int64 = 0) throws(JWTError) -> JSON {
    guard !secret.isEmpty else { throw .emptyKey }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = json(parts[0]), let claims = json(parts[1]),
      let signature = Base64URL.decode(String(parts[2])), claims.objectValue != nil
    else { throw .malformed }
    guard head["alg"] == "HS256" else { throw .wrongAlgorithm }
    // Extensions that must be understood, and none is.
    guard head["crit"] == nil else { throw .malformed }
    let expected = HMACSHA256.sign(Array("\(parts[0]).\(parts[1])".utf8), key: secret.bytes)
    guard constantTimeEqual(signature, expected) else { throw .badSignature }
    try checkTimes(claims, now: now, leeway: leeway)
    return claims
  }

  /// The claims without any check; nil when there are none to read.
  package static func unverifiedClaims(_ token: String) -> JSON? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 ? json(parts[1]) : nil
  }

  private static func json(_ part: Substring) -> JSON? {
    guard let bytes = Base64URL.decode(String(part)) else { return nil }
    return try? JSON.parse(bytes, mode: .strict)
  }

  private static func checkTimes(_ claims: JSON, now: Int64, leeway: Int64) throws(JWTError) {
    if let expiry = try seconds(claims, "exp") {
      if expiry > now + longestLifeSeconds { throw .badClaims }
      if expiry <= now - leeway { throw .expired }
    }
    if let start = try seconds(claims, "nbf"), start > now + leeway { throw .notYetValid }
    if let issued = try seconds(claims, "iat"), issued > now + leeway { throw .issuedInFuture }
  }

  private static func seconds(_ claims: JSON, _ name: String) throws(JWTError) -> Int64? {
    guard let claim = claims[name] else { return nil }
    guard let number = claim.numberValue, number.magnitude < 1e15 else { throw .badClaims }
    return Int64(number)
  }
}
