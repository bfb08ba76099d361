import HTTPTypes
import MeetingCore
import Synchronization

/// What the service has said of its limits: who has used up a window asks nothing more in it.
///
/// A window is one of an operation, for the account or for one user; which of them an answer tells of is not said, so they are
/// kept apart by who asked.
final class RateWindows: Sendable {
  struct Key: Hashable, Sendable {
    let operation: String
    /// nil = the account's own token.
    let user: String?
  }

  /// Windows are of a minute. What ends much later was said by a clock that cannot be trusted.
  private static let longest: Int64 = 120
  /// So many at most are remembered.
  private static let most = 1_024

  /// Seconds since 1970 at which a window ends that is used up.
  private let closed = Mutex<[Key: Int64]>([:])

  /// How long to wait before `key` may ask again; nil = not at all.
  func wait(_ key: Key, now: Timestamp) -> Duration? {
    closed.withLock { closed in
      guard let end = closed[key] else { return nil }
      let wait = Duration.seconds(end) - .nanoseconds(now.nanoseconds)
      if wait > .zero { return wait }
      closed[key] = nil
      return nil
    }
  }

  /// Reads an answer's header fields. Answers may come in another order than they were made: only a later window opens what an
  /// earlier one had closed.
  func note(_ fields: HTTPFields, _ key: Key, now: Timestamp) {
    guard let remaining = Self.number(fields["X-RateLimit-Remaining"]),
      let end = Self.number(fields["X-RateLimit-Reset"]), end > now.seconds, end <= now.seconds + Self.longest
    else { return }
    closed.withLock { closed in
      if remaining > 0 {
        if let known = closed[key], end > known { closed[key] = nil }
        return
      }
      if closed.count >= Self.most { closed = closed.filter { $0.value > now.seconds } }
      guard closed.count < Self.most || closed[key] != nil else { return }
      closed[key] = max(closed[key] ?? 0, end)
    }
  }

  /// The first of a list that may be several.
  private static func number(_ field: String?) -> Int64? {
    let first = field?.split(whereSeparator: { $0 == "," || $0 == " " }).first
    return first.flatMap { Int64($0) }
  }
}
