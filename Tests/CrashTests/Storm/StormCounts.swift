import Synchronization

/// What the storm did, counted.
final class StormCounts: Sendable {
  struct Numbers: Sendable {
    var kills = 0
    /// Requests sent to the gateway, retries included.
    var requests = 0
    var retries = 0
    /// Requests that got their answer.
    var answered = 0
    var created = 0
    var abandoned = 0
    var reconnects = 0
  }

  private let numbers = Mutex(Numbers())

  var now: Numbers { numbers.withLock { $0 } }
  func note(_ change: (inout Numbers) -> Void) { numbers.withLock { change(&$0) } }
}
