import Cryptography
import HTTPTypes
import JSONCoding

/// Finds out who is calling.
struct StreamAuthenticator: Sendable {
  static let anonymousID = "!anon"

  let secret: Secret
  let now: Int64
  let options: StreamMockOptions

  /// The caller of a REST request, who must be one of those the operation takes.
  func caller(
    of head: HTTPRequestHead, query: QueryParameters, for operation: StreamOperation
  ) throws(StreamRefusal) -> StreamCaller {
    let caller = try caller(of: head, query: query, isPublic: operation.callers == .everybody)
    switch (operation.callers, caller) {
    case (.serverOnly, .user), (.serverOnly, .anonymous):
      throw .forbidden("\(operation.rawValue) is only allowed with a server token")
    case (_, .anonymous) where !operation.takesAnonymous:
      throw .forbidden("\(operation.rawValue) is not allowed for anonymous users")
    case (.peopleOnly, .server): throw .input("\(operation.rawValue) needs the token of a user")
    case (.everybody, .user): throw .token(5, "anon auth token must have user_id claim equal to '!anon'")
    default: return caller
    }
  }

  private func caller(
    of head: HTTPRequestHead, query: QueryParameters, isPublic: Bool
  ) throws(StreamRefusal) -> StreamCaller {
    let token = head.fields["Authorization"] ?? ""
    switch (head.fields["stream-auth-type"] ?? query["stream-auth-type"])?.lowercased() {
    case "anonymous":
      if token.isEmpty { return try nobody(isPublic) }
      guard case .anonymous(let scope) = try caller(of: token) else {
        throw .token(5, "anon auth token must have user_id claim equal to '!anon'")
      }
      return .anonymous(scope)
    case "jwt": return try named(token)
    case nil where !options.requiresAuthType: return try named(token)
    default: throw .token(5, "stream-auth-type must be jwt or anonymous")
    }
  }

  private func named(_ token: String) throws(StreamRefusal) -> StreamCaller {
    guard !token.isEmpty else { throw .token(5, "Token is invalid") }
    let caller = try caller(of: token)
    if case .anonymous = caller { throw .token(5, "an anonymous token needs stream-auth-type anonymous") }
    return caller
  }

  private func nobody(_ isPublic: Bool) throws(StreamRefusal) -> StreamCaller {
    if isPublic { return .nobody }
    guard options.allowsAnonymousWithoutToken else { throw .token(5, "Token is invalid") }
    return .anonymous(nil)
  }

  /// Who a token stands for, whatever carried it.
  func caller(of token: String) throws(StreamRefusal) -> StreamCaller {
    let claims = try StreamToken.claims(token, secret: secret, now: now, options: options)
    guard let id = claims["user_id"] else { return .server }
    guard let id = id.stringValue, !id.isEmpty else { throw .token(5, "Token is invalid") }
    let scope = try scope(claims)
    guard id == Self.anonymousID else { return .user(id, scope) }
    if scope == nil, !options.allowsAnonymousWithoutToken {
      // A token of no calls opens none.
      return .anonymous(StreamCaller.CallScope(cids: [], role: claims["role"]?.stringValue))
    }
    return .anonymous(scope)
  }

  private func scope(_ claims: JSON) throws(StreamRefusal) -> StreamCaller.CallScope? {
    guard let list = claims["call_cids"], !list.isNull else { return nil }
    guard let items = list.arrayValue else { throw .token(5, "Token is invalid") }
    return StreamCaller.CallScope(cids: items.compactMap(\.stringValue), role: claims["role"]?.stringValue)
  }
}
