import MeetingCore
import ProviderTesting

/// A true room as it reaches the gateway: twice, late, in the wrong order, at times not at all, and with reads of the vendor
/// in between that were begun before what they meet. Made from a seed.
struct DisorderedHistory {
  enum Step {
    case fact(Fact)
    /// A read is begun: what changes from now on is newer than its answer.
    case read(Int)
    case answer(Int, RoomSnapshot, began: Timestamp)
  }

  struct Arrival: CustomStringConvertible {
    let at: Timestamp
    let step: Step

    var description: String { "\(at.nanoseconds / 1_000_000_000) s: \(step)" }
  }

  /// Whether everything arrives at least once and nothing is read before the end.
  let isComplete: Bool
  let tellsBans: Bool
  private(set) var truth: TrueRoom
  private(set) var arrivals: [Arrival] = []
  private var generator: SplitMix
  private var slots: [[Step]]
  private let steps: Int

  init(seed: UInt64) {
    generator = SplitMix(seed: seed)
    truth = TrueRoom(tellsStays: seed % 2 == 0)
    isComplete = seed % 3 == 0
    tellsBans = seed % 5 != 0
    steps = Int.random(in: 4...40, using: &generator)
    slots = [[Step]](repeating: [], count: steps + 60)
    let mayEnd = seed % 4 == 1
    for slot in 0..<slots.count { live(slot, mayEnd: mayEnd) }
    readAtTheEnd()
  }

  static func time(_ slot: Int) -> Timestamp { Timestamp(nanoseconds: Int64(slot) * 1_000_000_000) }

  private mutating func live(_ slot: Int, mayEnd: Bool) {
    if slot < steps {
      truth.step(at: Self.time(slot), mayEnd: mayEnd, using: &generator)
      for fact in truth.told { send(fact, from: slot) }
      if !isComplete, chance(12) { read(at: slot) }
    }
    for step in slots[slot].shuffled(using: &generator) { arrive(step, slot) }
  }

  private mutating func send(_ fact: Fact, from slot: Int) {
    if !isComplete, chance(5) { return }
    repeat { put(.fact(fact), slot + delay()) } while chance(20)
  }

  private mutating func read(at slot: Int) {
    let number = arrivals.count
    arrive(.read(number), slot)
    let snapshot = truth.snapshot(asOf: 0, tellsBans: tellsBans)
    put(.answer(number, snapshot, began: Self.time(slot)), slot + Int.random(in: 1...5, using: &generator))
  }

  private mutating func readAtTheEnd() {
    let slot = slots.count
    arrive(.read(-1), slot)
    arrive(.answer(-1, truth.snapshot(asOf: 0, tellsBans: tellsBans), began: Self.time(slot)), slot)
  }

  private mutating func delay() -> Int {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<5: 0
    case 5..<9: Int.random(in: 1...4, using: &generator)
    default: Int.random(in: 5...50, using: &generator)
    }
  }

  private mutating func put(_ step: Step, _ slot: Int) { slots[min(slot, slots.count - 1)].append(step) }

  private mutating func arrive(_ step: Step, _ slot: Int) { arrivals.append(Arrival(at: Self.time(slot), step: step)) }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
}
