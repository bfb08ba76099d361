import Clocks
import ProviderTesting
import Synchronization
import Testing

@Suite("The stepping executor")
struct StepExecutorTests {
  private final class Trace: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  /// Several tasks that hand over to each other many times.
  private static func scenario() -> [String] {
    let executor = StepExecutor()
    let trace = Trace()
    let task = Task(executorPreference: executor) {
      await withDiscardingTaskGroup { group in
        for worker in 0..<4 {
          group.addTask {
            for turn in 0..<5 {
              trace.add("\(worker).\(turn)")
              await Task.yield()
            }
          }
        }
      }
      trace.add("done")
    }
    executor.settle()
    task.cancel()
    return trace.all
  }

  @Test func nothingRunsBeforeItIsStepped() {
    let executor = StepExecutor()
    let trace = Trace()
    let task = Task(executorPreference: executor) { trace.add("ran") }
    #expect(trace.all == [])
    #expect(executor.settle() >= 1)
    #expect(trace.all == ["ran"])
    #expect(executor.pendingCount == 0)
    task.cancel()
  }

  @Test func theSameWorkTakesTheSameCourse() {
    let first = Self.scenario()
    #expect(first.count == 21)
    #expect(first.last == "done")
    for _ in 0..<200 { #expect(Self.scenario() == first) }
  }
}
