import Cryptography

/// In whose name a request goes out.
struct StreamCredentials: Sendable {
  enum Kind: String, Sendable { case jwt, anonymous }

  /// Empty = none is sent.
  let token: Secret
  var kind = Kind.jwt

  init(token: String, kind: Kind = .jwt) {
    self.token = Secret(token)
    self.kind = kind
  }
}
