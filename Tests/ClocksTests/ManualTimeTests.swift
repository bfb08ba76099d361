import Clocks
import Synchronization
import Testing

@Suite("Manual time")
struct ManualTimeTests {
  /// What happened, in order.
  final class Trace: Sendable {
    private let kept = Mutex<[String]>([])
    var lines: [String] { kept.withLock { $0 } }
    func add(_ line: String) { kept.withLock { $0.append(line) } }
  }

  @Test("stands still until it is moved")
  func standsStill() async {
    let time = ManualTime(wallNanoseconds: 1_000)
    #expect(time.wallNanoseconds == 1_000 && time.monotonicNanoseconds == 0)
    await time.advance(by: .nanoseconds(5))
    #expect(time.wallNanoseconds == 1_005 && time.monotonicNanoseconds == 5)
    await time.set(wallNanoseconds: 2_000)
    #expect(time.wallNanoseconds == 2_000)
    await time.set(wallNanoseconds: 1_500)
    #expect(time.wallNanoseconds == 2_000)
  }

  @Test("wakes sleepers in the order of their deadlines, each at its own instant")
  func wakesInOrder() async throws {
    let time = ManualTime(wallNanoseconds: 0)
    let trace = Trace()
    await withTaskGroup(of: Void.self) { group in
      for seconds in [3, 1, 2, 9] {
        group.addTask {
          try? await time.sleep(for: .seconds(seconds))
          trace.add("\(seconds) at \(time.monotonicNanoseconds / 1_000_000_000)")
        }
      }
      #expect(await time.waitForSleepers(4))
      await time.advance(by: .seconds(4))
      #expect(time.sleeperCount == 1)
      #expect(time.monotonicNanoseconds == 4_000_000_000)
      await time.advance(by: .seconds(5))
      group.cancelAll()
    }
    #expect(trace.lines == ["1 at 1", "2 at 2", "3 at 3", "9 at 9"])
  }

  @Test("wakes who falls asleep on the way and is due before the end")
  func wakesRepeatedly() async {
    let time = ManualTime(wallNanoseconds: 0)
    let trace = Trace()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 1...3 {
          try? await time.sleep(for: .seconds(1))
          trace.add("\(round) at \(time.monotonicNanoseconds / 1_000_000_000)")
        }
      }
      #expect(await time.waitForSleepers(1))
      await time.advance(by: .seconds(10))
      // Whoever still sleeps is to fail the test, not to hold it for ever.
      group.cancelAll()
    }
    #expect(trace.lines == ["1 at 1", "2 at 2", "3 at 3"])
  }

  @Test("a sleeper who is cancelled wakes at once with the cancellation")
  func cancels() async {
    let time = ManualTime()
    let task = Task { try await time.sleep(for: .seconds(60)) }
    #expect(await time.waitForSleepers(1))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(time.sleeperCount == 0)
  }

  @Test("a task cancelled before it sleeps does not sleep")
  func cancelledBefore() async {
    let time = ManualTime()
    let task = Task {
      withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await time.sleep(for: .seconds(60))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(time.sleeperCount == 0)
  }

  @Test("no time at all is not waited for; all of time is waited for and never comes")
  func extremes() async throws {
    let time = ManualTime()
    try await time.sleep(for: .zero)
    try await time.sleep(for: .seconds(-1))
    let task = Task { try await time.sleep(for: .seconds(Int64.max)) }
    #expect(await time.waitForSleepers(1))
    await time.advance(by: .seconds(1_000_000_000))
    #expect(time.sleeperCount == 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("waiting for sleepers who never come ends")
  func givesUp() async { #expect(await ManualTime().waitForSleepers(1, within: .milliseconds(20)) == false) }

  @Test("the machine's clocks run forwards, and the wall's is of this century")
  func systemTime() async throws {
    let time = SystemTime()
    let before = time.monotonicNanoseconds
    try await time.sleep(for: .milliseconds(1))
    #expect(time.monotonicNanoseconds >= before + 1_000_000)
    #expect(RFC3339.format(time.wallNanoseconds).hasPrefix("20"))
  }
}
