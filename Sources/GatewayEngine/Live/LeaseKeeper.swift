import Clocks
import Store
import Synchronization

/// Takes a lease and keeps it while something is done under it.
struct LeaseKeeper: Sendable {
  let store: any Store
  let owner: String
  let options: LeaseOptions
  let time: any TimeSource

  /// Waits for the lease, does the work under it and gives it back. The work is cancelled when the lease is lost or could
  /// not be renewed in time. What the work did; nil when there was no lease before cancellation, or it was lost.
  func hold<Value: Sendable>(_ name: String, _ work: @escaping @Sendable (LeaseRecord) async -> Value) async -> Value? {
    guard let lease = await take(name) else { return nil }
    let holding = Holding(time.monotonicNanoseconds)
    let value: Value? = await withTaskGroup(of: Value?.self) { group in
      group.addTask { await work(lease) }
      group.addTask {
        await renew(lease, holding)
        return nil
      }
      // By itself, since a store that hangs holds up whoever asks it.
      group.addTask {
        await watch(holding)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    try? await store.releaseLease(lease)
    return value
  }

  /// When the lease was last known to be ours.
  private final class Holding: Sendable {
    private let time: Mutex<Int64>

    init(_ now: Int64) { time = Mutex(now) }

    var renewedAt: Int64 {
      get { time.withLock { $0 } }
      set { time.withLock { $0 = newValue } }
    }
  }

  private func take(_ name: String) async -> LeaseRecord? {
    while !Task.isCancelled {
      let now = time.wallNanoseconds
      let taken = try? await store.takeLease(
        name, owner: owner, now: now, until: now + options.duration.nanoseconds)
      if let lease = taken ?? nil { return lease }
      do { try await time.sleep(for: options.renewal) } catch { return nil }
    }
    return nil
  }

  /// Returns when somebody else has the lease.
  private func renew(_ lease: LeaseRecord, _ holding: Holding) async {
    while !Task.isCancelled {
      do { try await time.sleep(for: options.renewal) } catch { return }
      // Counted from before the store was asked: its answer may be old when it comes.
      let asked = time.monotonicNanoseconds
      let until = time.wallNanoseconds + options.duration.nanoseconds
      guard let isMine = try? await store.renewLease(lease, until: until) else { continue }
      if !isMine { return }
      holding.renewedAt = asked
    }
  }

  /// Returns when the lease has not been renewed for too long.
  private func watch(_ holding: Holding) async {
    while !Task.isCancelled {
      let left = options.patience.nanoseconds - (time.monotonicNanoseconds - holding.renewedAt)
      if left <= 0 { return }
      do { try await time.sleep(for: .nanoseconds(left)) } catch { return }
    }
  }
}
