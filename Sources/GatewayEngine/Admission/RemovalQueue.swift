import Clocks
import Synchronization

/// Who is to be thrown out, by account, and how fast that may go. Holds no tasks: whoever is told to begins to work.
final class RemovalQueue: Sendable {
  /// One connection in one room: it waits once, however often it is asked for.
  struct Removal: Sendable, Hashable {
    let room: String
    /// Our key of it.
    let connection: String
  }

  /// A removal on its way.
  struct Waiting: Sendable {
    let removal: Removal
    /// When it was asked for first, on a clock that never goes back.
    let since: Int64
    var failures = 0
    fileprivate var notBefore: Int64 = .min
  }

  /// What somebody who works at an account does next.
  enum Step: Sendable {
    case remove(Waiting)
    case wait(Duration)
    /// There is nothing to do, or there are enough at it: whoever asked is not counted any more.
    case done
  }

  private struct Account {
    var pace: RemovalPace
    var waiting: [Waiting] = []
    var known: Set<Removal> = []
    var workers = 0
  }

  private let options: RemovalOptions
  private let accounts = Mutex<[String: Account]>([:])

  init(_ options: RemovalOptions) { self.options = options }

  /// True when somebody is to begin to work at the account; they are counted already.
  func add(_ removal: Removal, at account: String, now: Int64) -> Bool {
    change(account, now) { account in
      guard account.known.insert(removal).inserted else { return false }
      account.waiting.append(Waiting(removal: removal, since: now))
      guard account.workers < account.pace.atOnce else { return false }
      account.workers += 1
      return true
    }
  }

  func next(at account: String, now: Int64) -> Step {
    change(account, now) { account in
      guard let first = account.waiting.map(\.notBefore).min(), account.workers <= account.pace.atOnce else {
        account.workers -= 1
        return .done
      }
      guard first <= now, let index = account.waiting.firstIndex(where: { $0.notBefore <= now }) else {
        return .wait(.nanoseconds(first - now))
      }
      if let pause = account.pace.take(now: now) { return .wait(pause) }
      return .remove(account.waiting.remove(at: index))
    }
  }

  /// Whoever worked stops before there was nothing to do.
  func leave(_ account: String, now: Int64) { change(account, now) { $0.workers -= 1 } }

  /// It is done, or no longer wanted.
  func finish(_ waiting: Waiting, at account: String, now: Int64) {
    change(account, now) { _ = $0.known.remove(waiting.removal) }
  }

  /// It did not work out and is tried again, behind the others.
  func again(_ waiting: Waiting, after pause: Duration, at account: String, now: Int64) {
    change(account, now) { account in
      var late = waiting
      late.notBefore = now + pause.nanoseconds
      account.waiting.append(late)
    }
  }

  func passed(_ account: String, now: Int64) { change(account, now) { $0.pace.passed() } }

  func slow(_ account: String, pause: Duration?, now: Int64) {
    change(account, now) { $0.pace.slow(pause: pause, now: now) }
  }

  private func change<Value>(_ name: String, _ now: Int64, _ work: (inout Account) -> Value) -> Value {
    accounts.withLock { accounts in
      var account = accounts[name] ?? Account(pace: RemovalPace(options, now: now))
      defer { accounts[name] = account }
      return work(&account)
    }
  }
}
