import Synchronization

/// While it holds, nobody begins anything new.
final class Calm: Sendable {
  private let holds = Atomic<Bool>(false)

  func begin() { holds.store(true, ordering: .releasing) }
  func end() { holds.store(false, ordering: .releasing) }

  func pass() async throws {
    while holds.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(100)) }
  }
}
