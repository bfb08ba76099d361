import Cryptography
import MeetingCore
import Synchronization

/// The token of our own requests: kept until shortly before its end, made anew when the service refuses it.
final class RequestToken: Sendable {
  /// Whoever gets it has at least so long to use it.
  private static let marginSeconds: Int64 = 60

  private struct Kept {
    var token: Secret
    var issuedAt: Timestamp
    var expiresAt: Timestamp
  }

  private let tokens: Tokens
  private let seconds: Int64
  private let kept = Mutex<Kept?>(nil)

  init(tokens: Tokens, seconds: Int64) {
    self.tokens = tokens
    self.seconds = max(seconds, Self.marginSeconds * 2)
  }

  /// Throws only for an empty secret.
  func token(now: Timestamp) throws(JWTError) -> Secret {
    let known = kept.withLock { $0 }
    if let known, known.issuedAt <= now, now.advanced(bySeconds: Self.marginSeconds) < known.expiresAt {
      return known.token
    }
    return try make(now: now)
  }

  /// Forgets `refused`, if it is the one that is kept. The next one differs from it, even within the same second.
  func renew(_ refused: Secret, now: Timestamp) throws(JWTError) -> Secret {
    let known = kept.withLock { $0 }
    if let known, known.token != refused { return known.token }
    let isSameSecond = known.map { $0.issuedAt.seconds >= now.seconds } ?? false
    return try make(now: isSameSecond ? now.advanced(bySeconds: -1) : now)
  }

  private func make(now: Timestamp) throws(JWTError) -> Secret {
    let token = Secret(try tokens.request(now: now, seconds: seconds))
    kept.withLock { $0 = Kept(token: token, issuedAt: now, expiresAt: now.advanced(bySeconds: seconds)) }
    return token
  }
}
