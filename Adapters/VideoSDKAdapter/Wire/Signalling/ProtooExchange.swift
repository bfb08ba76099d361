import Cryptography
import JSONCoding

/// The requests of ours that wait for an answer. Times are monotonic nanoseconds.
struct ProtooExchange<Purpose: Sendable>: Sendable {
  struct Asked: Sendable {
    let method: String
    let purpose: Purpose
    let deadline: Int64
  }

  enum Answered: Sendable {
    case inTime(Asked)
    /// Nobody waits for it any more.
    case late(Asked)
  }

  /// As the service's own clients number them.
  private static var highest: Int64 { 10_000_000 }
  /// So many given up ones are remembered, to know their answers when they come after all.
  private static var remembered: Int { 256 }

  private let random: any RandomSource
  private var waiting: [Int64: Asked] = [:]
  private var givenUp: [(id: Int64, asked: Asked)] = []

  init(_ random: any RandomSource) { self.random = random }

  var nextDeadline: Int64? { waiting.values.map(\.deadline).min() }

  /// Whether something of that kind is under way.
  func isWaiting(_ isMeant: (Purpose) -> Bool) -> Bool { waiting.values.contains { isMeant($0.purpose) } }

  /// The frame to send.
  mutating func ask(_ method: String, _ data: JSON, for purpose: Purpose, until deadline: Int64) -> ProtooFrame {
    var id: Int64
    repeat {
      id = random.bytes(4).reduce(0) { $0 << 8 | Int64($1) } % (Self.highest + 1)
    } while waiting[id] != nil || givenUp.contains { $0.id == id }
    waiting[id] = Asked(method: method, purpose: purpose, deadline: deadline)
    return .request(id: id, method: method, data: data)
  }

  /// What an answer belongs to; nil for an answer to nothing, or a second one.
  mutating func answer(_ id: Int64) -> Answered? {
    if let asked = waiting.removeValue(forKey: id) { return .inTime(asked) }
    guard let index = givenUp.firstIndex(where: { $0.id == id }) else { return nil }
    return .late(givenUp.remove(at: index).asked)
  }

  /// Those whose time is over, the oldest first.
  mutating func expire(_ now: Int64) -> [Asked] { giveUp { $0.deadline <= now } }

  /// Nobody waits any more for those that `isMeant` picks.
  @discardableResult
  mutating func giveUp(_ isMeant: (Asked) -> Bool) -> [Asked] {
    let over = waiting.filter { isMeant($0.value) }.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    for (id, asked) in over {
      waiting[id] = nil
      givenUp.append((id, asked))
    }
    if givenUp.count > Self.remembered { givenUp.removeFirst(givenUp.count - Self.remembered) }
    return over.map(\.value)
  }
}
