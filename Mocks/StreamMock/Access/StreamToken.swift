import Cryptography
import JSONCoding

/// HS256 tokens: the form is checked first, then the signature, then the times.
enum StreamToken {
  /// The claims of a valid token.
  static func claims(
    _ token: String, secret: Secret, now: Int64, options: StreamMockOptions
  ) throws(StreamRefusal) -> JSON {
    do throws(JWTError) {
      return try JWT.verify(token, secret: secret, now: now / 1_000_000_000)
    } catch {
      throw refusal(error, options)
    }
  }

  private static func refusal(_ error: JWTError, _ options: StreamMockOptions) -> StreamRefusal {
    switch error {
    case .badSignature: .token(options.badSignatureCode, "Token signature is invalid")
    case .expired: .token(40, "Token is expired")
    case .notYetValid: .token(41, "Token is not valid yet")
    case .issuedInFuture: .token(42, "Token used before issue at (iat)")
    default: .token(5, "Token is invalid")
    }
  }
}
