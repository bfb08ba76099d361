/// A binary heap of moments, each with the id of whoever is to be woken.
struct Timetable {
  typealias Entry = (at: ContinuousClock.Instant, id: UInt64)

  private var heap: [Entry] = []

  var earliest: ContinuousClock.Instant? { heap.first?.at }

  mutating func insert(_ id: UInt64, at: ContinuousClock.Instant) {
    heap.append((at, id))
    var child = heap.count - 1
    while child > 0, heap[child].at < heap[(child - 1) / 2].at {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popDue(_ now: ContinuousClock.Instant) -> Entry? {
    guard let first = heap.first, first.at <= now else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return first
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].at < heap[least].at {
        least = child
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
