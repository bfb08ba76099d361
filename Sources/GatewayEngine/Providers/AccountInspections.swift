import MeetingCore
import Synchronization

/// What was last found at the vendors' side of each account.
final class AccountInspections: Sendable {
  private let found = Mutex<[String: [AccountFinding]]>([:])

  /// nil = not looked at yet, or there is nothing to look at.
  func findings(of account: String) -> [AccountFinding]? { found.withLock { $0[account] } }

  /// True when this is news.
  func replace(_ findings: [AccountFinding], of account: String) -> Bool {
    found.withLock { found in
      guard found[account] != findings else { return false }
      found[account] = findings
      return true
    }
  }
}
