import Cryptography
import JSONCoding
import MockKit

/// What the media server lets somebody in with: made by a join, good for one media server and one session of the call.
struct StreamMediaToken: Sendable, Equatable {
  static let lifeSeconds: Int64 = 6 * 3_600

  let appID: String
  let cid: String
  /// `!anon` for anonymous ones.
  let userID: String
  let role: String
  let isOwner: Bool
  /// The role that a call token brought.
  let callRole: String?
  /// The media server it is for.
  let audience: String
  /// Which session of which call: calls may be made again under an old id.
  let session: String
  let issuedAt: Int64

  /// Who comes with it.
  var caller: StreamCaller {
    let scope = callRole.map { StreamCaller.CallScope(cids: [cid], role: $0) }
    return userID == StreamAuthenticator.anonymousID ? .anonymous(scope) : .user(userID, scope)
  }

  func signed(with secret: Secret) -> String {
    let claims: JSON = [
      "app_id": .string(appID), "call_id": .string(cid), "user": .string(userID), "roles": [.string(role)],
      "owner": .bool(isOwner), "call_role": .text(callRole), "session": .string(session), "aud": .string(audience),
      "iat": .integer(issuedAt), "exp": .integer(issuedAt + Self.lifeSeconds),
    ]
    // Only an empty key is refused, and this one never is.
    return (try? JWT.sign(claims: claims, secret: secret)) ?? ""
  }

  /// The account that a token claims to be of; nothing is checked.
  static func account(of token: String) -> String? { JWT.unverifiedClaims(token)?["app_id"]?.stringValue }

  /// Reads a token that is good at `now`, in nanoseconds, on the media server `audience`.
  init(_ token: String, secret: Secret, audience: String, now: Int64) throws(StreamMediaRefusal) {
    let claims: JSON
    do throws(JWTError) { claims = try JWT.verify(token, secret: secret, now: now / 1_000_000_000) } catch {
      throw StreamMediaRefusal(.unauthenticated, error == .expired ? "the token is expired" : "the token is invalid")
    }
    guard claims["aud"]?.stringValue == audience else {
      throw StreamMediaRefusal(.unauthenticated, "the token is for another server")
    }
    self.init(
      appID: claims["app_id"]?.stringValue ?? "", cid: claims["call_id"]?.stringValue ?? "",
      userID: claims["user"]?.stringValue ?? "", role: claims["roles"]?.arrayValue?.first?.stringValue ?? "",
      isOwner: claims["owner"]?.boolValue ?? false, callRole: claims["call_role"]?.stringValue, audience: audience,
      session: claims["session"]?.stringValue ?? "", issuedAt: claims["iat"]?.integerValue ?? 0)
  }

  init(
    appID: String, cid: String, userID: String, role: String, isOwner: Bool, callRole: String?, audience: String,
    session: String, issuedAt: Int64
  ) {
    self.appID = appID
    self.cid = cid
    self.userID = userID
    self.role = role
    self.isOwner = isOwner
    self.callRole = callRole
    self.audience = audience
    self.session = session
    self.issuedAt = issuedAt
  }

  /// The key of an account's media tokens: another one than of its users' tokens.
  static func secret(of account: StreamMockConfiguration.Account) -> Secret {
    Secret(Hex.encode(HMACSHA256.sign(Array("media".utf8), key: account.apiSecret.bytes)))
  }
}
