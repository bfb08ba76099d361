import Cryptography
import JSONCoding
import MeetingCore

/// `sbc_` + what it says + an HMAC over it. What it says is no secret; that it was us who said it is what counts.
struct ClientTokens: Sendable {
  static let prefix = "sbc_"
  private let key: [UInt8]

  init(key: Secret) { self.key = HMACSHA256.sign(Array("switchboard client tokens".utf8), key: key.bytes) }

  func mint(_ principal: ClientPrincipal) -> Secret {
    let claims: JSON = [
      "t": .string(principal.tenant), "r": .string(principal.room), "p": .string(principal.person),
      "o": .string(principal.role.rawValue), "e": .integer(principal.expiresAt.seconds), "k": .string(principal.keyID),
    ]
    let payload = Base64URL.encode(claims.bytes())
    return Secret(Self.prefix + payload + "." + signature(payload))
  }

  /// nil when it is not ours, was changed, or is over.
  func read(_ token: String, now: Timestamp) -> ClientPrincipal? {
    let parts = token.dropFirst(Self.prefix.count).split(separator: ".", omittingEmptySubsequences: false)
    guard token.hasPrefix(Self.prefix), parts.count == 2,
      constantTimeEqual(Array(parts[1].utf8), Array(signature(String(parts[0])).utf8)),
      let bytes = Base64URL.decode(String(parts[0])), let json = try? JSON.parse(bytes, mode: .strict)
    else { return nil }
    let claims = HeaderReader(json)
    guard let tenant = claims.text("t"), let room = claims.text("r"), let person = claims.text("p"),
      let role = claims.text("o").flatMap(ParticipantRole.init), let expiry = claims.integer("e"),
      let key = claims.text("k"), expiry > now.seconds
    else { return nil }
    return ClientPrincipal(
      tenant: tenant, room: room, person: person, role: role,
      expiresAt: Timestamp(nanoseconds: 0).advanced(bySeconds: expiry), keyID: key)
  }

  private func signature(_ payload: String) -> String {
    Base64URL.encode(HMACSHA256.sign(Array(payload.utf8), key: key))
  }
}
