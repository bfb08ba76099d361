import Synchronization

/// How many of something there are right now. Cheap to change; a registry reads it when it is rendered.
package final class Level: Sendable {
  private let value = Atomic<Int>(0)

  package init() {}

  package var now: Int { value.load(ordering: .relaxed) }

  package func rise() { value.add(1, ordering: .relaxed) }

  package func fall() { value.subtract(1, ordering: .relaxed) }
}
