/// Why a token is not good. Never holds any of the token.
package enum JWTError: Error, Sendable, Hashable {
  case emptyKey
  case malformed
  case wrongAlgorithm
  case badSignature
  case expired
  case notYetValid
  case issuedInFuture
  case badClaims
}
