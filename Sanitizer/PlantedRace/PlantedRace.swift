import Glibc
import Synchronization
import Threads

/// Counts in several threads. `guarded` does it with a lock and an atomic; `bare` with neither, which the thread sanitizer
/// must report. `scripts/test` runs both, so that silence about the suites means something.
///
/// Threads and not tasks: short tasks may all run on one thread, one after the other, and then there is no race.
@main
enum PlantedRace {
  private static let threads = 4
  private static let guarded = Mutex(0)
  private static let atomic = Atomic(0)
  nonisolated(unsafe) private static var bare = 0
  /// Two barriers: a thread that leaves the first late must not learn of those that have come to the second.
  nonisolated(unsafe) private static let begin = barrier()
  nonisolated(unsafe) private static let end = barrier()

  static func main() {
    let isGuarded = CommandLine.arguments.last == "guarded"
    for _ in 0..<threads {
      let code = DetachedThread.start {
        pthread_barrier_wait(begin)
        for _ in 0..<10_000 { if isGuarded { countGuarded() } else { bare += 1 } }
        pthread_barrier_wait(end)
      }
      precondition(code == 0, "pthread_create failed with \(code)")
    }
    pthread_barrier_wait(begin)
    pthread_barrier_wait(end)
    let counted = isGuarded ? guarded.withLock { $0 } + atomic.load(ordering: .relaxed) : bare
    print("counted to \(counted)")
    if isGuarded, counted != 2 * threads * 10_000 { exit(1) }
  }

  private static func barrier() -> UnsafeMutablePointer<pthread_barrier_t> {
    let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
    pthread_barrier_init(barrier, nil, UInt32(threads + 1))
    return barrier
  }

  private static func countGuarded() {
    guarded.withLock { $0 += 1 }
    atomic.add(1, ordering: .relaxed)
  }
}
