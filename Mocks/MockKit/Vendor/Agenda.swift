/// What is to happen by itself, in the order of its time. Nothing is ever struck off: whoever comes to an entry sees whether
/// it still holds.
package struct Agenda<Due: Sendable>: Sendable {
  package struct Entry: Sendable {
    /// Wall time in nanoseconds.
    package let at: Int64
    package let due: Due
  }

  /// The next one last.
  private var entries: [Entry] = []

  package init() {}

  package var next: Int64? { entries.last?.at }

  /// Entries of one time happen in the order in which they were made.
  package mutating func add(_ due: Due, at: Int64) {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].at > at { low = middle + 1 } else { high = middle }
    }
    entries.insert(Entry(at: at, due: due), at: low)
  }

  /// Takes the next entry that is due by `now`.
  package mutating func take(until now: Int64) -> Entry? {
    guard let last = entries.last, last.at <= now else { return nil }
    return entries.removeLast()
  }
}
