import Clocks
import MeetingCore
import Synchronization

/// The condition of every account, as those who use it note it.
final class ProviderConditions: Sendable {
  private struct Key: Hashable {
    let account: String
    let operations: OperationClass
  }

  private struct Entry {
    var condition: AccountCondition
    /// Since when it is told to be degraded.
    var since: Timestamp?
  }

  private let options: ConditionOptions
  private let time: any TimeSource
  private let entries = Mutex<[Key: Entry]>([:])

  init(_ options: ConditionOptions, time: any TimeSource) {
    self.options = options
    self.time = time
  }

  func occurred(_ trouble: ProviderTrouble, _ operations: OperationClass, of account: String) {
    let now = time.monotonicNanoseconds
    change(Key(account: account, operations: operations)) { $0.condition.occurred(trouble, at: now) }
  }

  func passed(_ trouble: ProviderTrouble, _ operations: OperationClass, of account: String) {
    let now = time.monotonicNanoseconds
    change(Key(account: account, operations: operations)) { $0.condition.passed(trouble, at: now) }
  }

  /// Takes up what an earlier process has told last.
  func restore(_ change: ConditionChange) {
    guard change.isDegraded else { return }
    let now = time.monotonicNanoseconds
    self.change(Key(account: change.account, operations: change.operations)) { entry in
      guard entry.condition.told == nil else { return }
      entry.condition.restore(change.reason, at: now)
      entry.since = change.at
    }
  }

  /// What has changed since the last time.
  func review() -> [ConditionChange] {
    let (now, wall) = (time.monotonicNanoseconds, Timestamp(nanoseconds: time.wallNanoseconds))
    return entries.withLock { entries in
      entries.keys.sorted { ($0.account, $0.operations.rawValue) < ($1.account, $1.operations.rawValue) }
        .compactMap { key in
          guard let change = entries[key]?.condition.review(at: now) else { return nil }
          if case .degraded = change { entries[key]?.since = wall }
          return ConditionChange(account: key.account, operations: key.operations, at: wall, change: change)
        }
    }
  }

  /// What the account is told to be degraded for.
  func troubles(of account: String) -> [ProviderView.Trouble] {
    entries.withLock { entries in
      OperationClass.allCases.compactMap { operations in
        guard let entry = entries[Key(account: account, operations: operations)], let told = entry.condition.told,
          let since = entry.since
        else { return nil }
        return ProviderView.Trouble(operations: operations, reason: told, since: since)
      }
    }
  }

  private func change(_ key: Key, _ body: (inout Entry) -> Void) {
    entries.withLock { body(&$0[key, default: Entry(condition: AccountCondition(options))]) }
  }
}
