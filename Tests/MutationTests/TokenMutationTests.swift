import Cryptography
import JSONCoding
import MeetingCore
import Testing

@testable import GatewayEngine

@Suite("Mutated tokens")
struct TokenMutationTests {
  private static let secret = Secret("a-secret-of-the-service")
  private static let now: Int64 = 1_767_225_600

  private static func token(_ claims: JSON, secret: Secret = secret) throws -> String {
    try JWT.sign(claims: claims, secret: secret)
  }

  @Test("a JSON Web Token is good only letter by letter")
  func jsonWebTokens() throws {
    let good = try [
      Self.token(["user_id": "ana", "exp": .integer(Self.now + 60)]),
      Self.token(["server": true, "iat": .integer(Self.now), "nbf": .integer(Self.now - 5)]), Self.token([:]),
    ]
    let none = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".e30."
    let late = try [
      Self.token(["exp": .integer(Self.now)]), Self.token(["exp": "soon"]), Self.token([:], secret: Secret("b")),
    ]
    Campaign.run(good + late + [none]) { input in
      let token = text(input)
      guard let claims = try? JWT.verify(token, secret: Self.secret, now: Self.now) else { return .refused }
      return .holds([
        "it is one of those that were signed": good.contains { same($0, token) },
        "the claims are those inside": JWT.unverifiedClaims(token) == claims,
      ])
    }
  }

  @Test("a client token is good only letter by letter, and says what it was made with")
  func clientTokens() {
    let tokens = ClientTokens(key: Self.secret)
    let principal = ClientPrincipal(
      tenant: "ten_1", room: "room_1", person: "ana", role: .speaker,
      expiresAt: Timestamp(nanoseconds: 0).advanced(bySeconds: Self.now + 60),
      keyID: "key_1")
    let good = tokens.mint(principal).revealed
    let foreign = ClientTokens(key: Secret("another")).mint(principal).revealed
    let now = Timestamp(nanoseconds: 0).advanced(bySeconds: Self.now)
    Campaign.run([good, foreign, "sbc_.", "sbc_e30.e30", "sb_key"]) { input in
      guard let read = tokens.read(text(input), now: now) else { return .refused }
      return .holds(["it is the one that was made": same(text(input), good), "it says the same": read == principal])
    }
  }
}
