/// Why a token is not good. Never holds any of the token.
package enum JWTError: Error, Sendable, Hashable {
  /// There is no key to sign or verify with.
  case emptyKey
  case malformed
  /// Anything but HS256, `none` too.
  case wrongAlgorithm
  case badSignature
  case expired
  case notYetValid
  case issuedInFuture
  /// A time that is no number, or lies absurdly far ahead.
  case badClaims
}
