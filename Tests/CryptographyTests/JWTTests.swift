import Cryptography
import JSONCoding
import Testing

@Suite("JSON Web Tokens")
struct JWTTests {
  static let secret = Secret("stream-test-secret")
  /// 2026-01-01T00:00:00Z.
  static let now: Int64 = 1_767_225_600

  /// A token of any header and claims with a good signature.
  static func token(_ claims: String, head: String = #"{"alg":"HS256","typ":"JWT"}"#) -> String {
    let content = Base64URL.encode(Array(head.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
    return content + "." + Base64URL.encode(HMACSHA256.sign(Array(content.utf8), key: secret.bytes))
  }

  static func verify(_ token: String, leeway: Int64 = 0) throws(JWTError) -> JSON {
    try JWT.verify(token, secret: secret, now: now, leeway: leeway)
  }

  @Test("is the same token as other libraries make")
  func signsLikeOthers() throws {
    let token = try JWT.sign(claims: ["user_id": "ana", "exp": 1_767_229_200], secret: Self.secret)
    #expect(
      token == "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1c2VyX2lkIjoiYW5hIiwiZXhwIjoxNzY3MjI5MjAwfQ."
        + "_nU1wSNC0GQbdSHyWEHklEVoTdWBjYUnqhTeDFK3RVU")
    #expect(try Self.verify(token) == ["user_id": "ana", "exp": 1_767_229_200])
  }

  static let good = [
    "{}", #"{"exp":1767225601}"#, #"{"nbf":1767225600,"iat":1767225600}"#,
    #"{"iat":1767225600.7}"#, #"{"exp":2082758400}"#,
  ]

  @Test("is good up to the second before it ends and from the second it begins", arguments: good)
  func accepts(claims: String) throws { _ = try Self.verify(Self.token(claims)) }

  static let bad: [(claims: String, error: JWTError)] = [
    (#"{"exp":1767225600}"#, .expired), (#"{"exp":1767225599}"#, .expired), (#"{"exp":0}"#, .expired),
    (#"{"exp":-1}"#, .expired), (#"{"nbf":1767225601}"#, .notYetValid), (#"{"iat":1767225601}"#, .issuedInFuture),
    (#"{"exp":"1767229200"}"#, .badClaims), (#"{"exp":null}"#, .badClaims), (#"{"exp":true}"#, .badClaims),
    (#"{"exp":1e300}"#, .badClaims), (#"{"nbf":"x"}"#, .badClaims), (#"{"iat":[]}"#, .badClaims),
    (#"{"exp":9223372036854775807}"#, .badClaims), ("[]", .malformed), ("1", .malformed), ("{", .malformed),
    (#"{"a":1,"a":2}"#, .malformed),
  ]

  @Test("is refused for its times or its form", arguments: bad)
  func refuses(claims: String, error: JWTError) {
    #expect(throws: error) { try Self.verify(Self.token(claims)) }
  }

  @Test("an expiry in milliseconds is refused, not valid for fifty thousand years")
  func refusesMilliseconds() {
    let token =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1c2VyX2lkIjoiYW5hIiwiZXhwIjoxNzY3MjI5MjAwMDAwfQ."
      + "UH8fs7YlZcy6EJrNmmKWOrm_ntdJMERsZrGR9kNBJBA"
    #expect(throws: JWTError.badClaims) { try Self.verify(token) }
  }

  @Test("leeway forgives clocks that differ a little, both ways")
  func leeway() throws {
    for claims in [#"{"exp":1767225596}"#, #"{"nbf":1767225605}"#, #"{"iat":1767225605}"#] {
      _ = try Self.verify(Self.token(claims), leeway: 5)
      #expect(throws: JWTError.self) { try Self.verify(Self.token(claims), leeway: 3) }
    }
  }

  static let heads: [(head: String, error: JWTError)] = [
    (#"{"alg":"none"}"#, .wrongAlgorithm), (#"{"alg":"None"}"#, .wrongAlgorithm),
    (#"{"alg":"HS512"}"#, .wrongAlgorithm),
    (#"{"alg":"RS256"}"#, .wrongAlgorithm), (#"{"alg":"hs256"}"#, .wrongAlgorithm),
    (#"{"typ":"JWT"}"#, .wrongAlgorithm),
    (#"{"alg":["HS256"]}"#, .wrongAlgorithm), ("[]", .wrongAlgorithm), (#"{"alg":"none","alg":"HS256"}"#, .malformed),
    (#"{"alg":"HS256","crit":["b64"],"b64":false}"#, .malformed), ("HS256", .malformed),
  ]

  @Test("no other algorithm passes, even with a good signature", arguments: heads)
  func refusesHeads(head: String, error: JWTError) {
    #expect(throws: error) { try Self.verify(Self.token("{}", head: head)) }
  }

  static let shapes = [
    "", ".", "..", "a.b", "a.b.c.d", "eyJhbGciOiJIUzI1NiJ9.e30", "eyJhbGciOiJIUzI1NiJ9..", "é.é.é", "Bearer x.y.z",
    token("{}") + "=", token("{}") + "\n", " " + token("{}"), token("{}") + ".", token("{}") + "+",
  ]

  @Test("what is no token is malformed", arguments: shapes)
  func refusesShapes(text: String) { #expect(throws: JWTError.malformed) { try Self.verify(text) } }

  @Test("an unsigned, a cut or a foreign signature does not pass")
  func refusesSignatures() throws {
    let token = Self.token("{}")
    let content = token.prefix(upTo: token.lastIndex(of: ".") ?? token.endIndex)
    for signature in ["", "AAAA", String(Self.token(#"{"a":1}"#).split(separator: ".")[2])] {
      #expect(throws: JWTError.badSignature) { try Self.verify("\(content).\(signature)") }
    }
    #expect(throws: JWTError.badSignature) { try JWT.verify(token, secret: Secret("another"), now: Self.now) }
    let swapped = token.split(separator: ".")
    let others = Self.token(#"{"role":"admin"}"#).split(separator: ".")
    #expect(throws: JWTError.badSignature) { try Self.verify("\(swapped[0]).\(others[1]).\(swapped[2])") }
  }

  @Test("an empty key neither signs nor verifies, not even what was signed with an empty key")
  func refusesEmptyKey() {
    let token =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1c2VyX2lkIjoiYW5hIn0.5KqkMuF3mEsgpQWrpGSEQHIm2hIDrwAQXaImNpiHEfI"
    #expect(throws: JWTError.emptyKey) { try JWT.verify(token, secret: Secret(""), now: Self.now) }
    #expect(throws: JWTError.emptyKey) { try JWT.sign(claims: [:], secret: Secret("")) }
    #expect(throws: JWTError.badSignature) { try Self.verify(token) }
  }

  @Test("claims can be looked at without any check")
  func unverified() {
    #expect(JWT.unverifiedClaims(Self.token(#"{"user_id":"ana"}"#))?["user_id"] == "ana")
    #expect(JWT.unverifiedClaims("x.y") == nil)
    #expect(JWT.unverifiedClaims("a.!!.c") == nil)
  }
}
