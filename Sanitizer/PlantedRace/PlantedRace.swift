import Glibc
import Synchronization

/// Counts in several threads. `guarded` does it with a lock and an atomic; `bare` with neither, which the thread sanitizer
/// must report. `scripts/test` runs both, so that silence about the suites means something.
@main
enum PlantedRace {
  private static let guarded = Mutex(0)
  private static let atomic = Atomic(0)
  nonisolated(unsafe) private static var bare = 0

  static func main() async {
    let isGuarded = CommandLine.arguments.last == "guarded"
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<10_000 { if isGuarded { countGuarded() } else { bare += 1 } } }
      }
    }
    let counted = isGuarded ? guarded.withLock { $0 } + atomic.load(ordering: .relaxed) : bare
    print("counted to \(counted)")
    if isGuarded, counted != 80_000 { exit(1) }
  }

  private static func countGuarded() {
    guarded.withLock { $0 += 1 }
    atomic.add(1, ordering: .relaxed)
  }
}
