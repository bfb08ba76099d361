import Cryptography
import JSONCoding

/// Reads tokens: HS256 over claims that name the account.
struct VideoSDKToken {
  let options: VideoSDKMockOptions
  let now: Int64

  /// The key a token claims to be signed for, unverified: it says whose secret verifies it.
  static func apiKey(_ token: String) -> String? { JWT.unverifiedClaims(token)?["apikey"]?.stringValue }

  /// The claims of a token that is good.
  func claims(_ token: String, secret: Secret) throws(VideoSDKRefusal) -> VideoSDKClaims {
    let claims: JSON
    do throws(JWTError) {
      claims = try JWT.verify(token, secret: secret, now: now / 1_000_000_000)
    } catch {
      throw error == .expired ? .token(.expiredToken, "Token is expired") : .token(.invalidToken, "Token is invalid")
    }
    guard claims["exp"] != nil else { throw .token(.invalidToken, "Token has no exp") }
    return try read(claims)
  }

  private func read(_ claims: JSON) throws(VideoSDKRefusal) -> VideoSDKClaims {
    let names = try strings(claims, "permissions") ?? []
    let permissions = names.compactMap(VideoSDKPermission.init(rawValue:))
    guard permissions.count == names.count, !permissions.isEmpty || !options.requiresPermissions else {
      throw .token(.invalidToken, "Token has no valid permissions")
    }
    let pins = try VideoSDKClaims(
      apiKey: claims["apikey"]?.stringValue ?? "", permissions: Set(permissions),
      roles: strings(claims, "roles") ?? [], roomID: string(claims, "roomId"),
      participantID: string(claims, "participantId"))
    guard claims["version"]?.integerValue != 2 else { return try withKnownRoles(pins) }
    if options.ignoresPinsWithoutVersion {
      return VideoSDKClaims(
        apiKey: pins.apiKey, permissions: pins.permissions, roles: [], roomID: nil, participantID: nil)
    }
    guard pins.roles.isEmpty, pins.roomID == nil, pins.participantID == nil else {
      throw .token(.invalidToken, "roles, roomId and participantId need version 2")
    }
    return pins
  }

  private func withKnownRoles(_ claims: VideoSDKClaims) throws(VideoSDKRefusal) -> VideoSDKClaims {
    guard claims.roles.allSatisfy({ ["crawler", "rtc"].contains($0) }) else {
      throw .token(.invalidToken, "Token has an unknown role")
    }
    return claims
  }

  private func string(_ claims: JSON, _ name: String) throws(VideoSDKRefusal) -> String? {
    guard let claim = claims[name], !claim.isNull else { return nil }
    guard let text = claim.stringValue, !text.isEmpty else { throw .token(.invalidToken, "\(name) must be a string") }
    return text
  }

  private func strings(_ claims: JSON, _ name: String) throws(VideoSDKRefusal) -> [String]? {
    guard let claim = claims[name], !claim.isNull else { return nil }
    guard let items = claim.arrayValue else { throw .token(.invalidToken, "\(name) must be a list of strings") }
    let texts = items.compactMap(\.stringValue)
    guard texts.count == items.count else { throw .token(.invalidToken, "\(name) must be a list of strings") }
    return texts
  }
}
