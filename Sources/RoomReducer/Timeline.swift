package import MeetingCore

/// What is known of something that goes to and fro, in the order in which it happened, so that news which comes late is
/// told in its place or not at all.
package struct Timeline<Value: Hashable & Sendable>: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package let value: Value
    package let fact: Fact
    /// Whether the log has it.
    var isTold: Bool
  }

  /// What a piece of news means beside what is known.
  package enum Place: Sendable, Hashable {
    /// Nothing newer is known.
    case newest
    /// It was otherwise before and after: two changes are missing from the log. Told in this order, the log ends as things
    /// are now.
    case missing(Entry, Entry)
    /// Older than what is known, and tells nothing.
    case nothing
  }

  private static var memory: Int { 32 }
  /// The vendor's echo of what the gateway did itself may differ this much in time.
  private static var echoSeconds: Int64 { 10 }

  private var entries: [Entry] = []
  /// How it was before the first entry; nil when not known.
  private var before: Value?

  package init(before: Value?) { self.before = before }

  package mutating func insert(_ value: Value, _ fact: Fact) -> Place {
    guard fact.isTold, let index = entries.firstIndex(where: { isNewer($0.fact, than: fact) }) else {
      append(Entry(value: value, fact: fact, isTold: value != current))
      return .newest
    }
    guard !isEcho(value, fact) else { return .nothing }
    let earlier = index > 0 ? entries[index - 1].value : before
    entries.insert(Entry(value: value, fact: fact, isTold: false), at: index)
    return earlier == entries[index + 1].value && value != earlier ? tellBoth(index) : .nothing
  }

  /// Whether it was so at some time after that, as far as it is remembered.
  func contains(since time: Timestamp, where condition: (Value) -> Bool) -> Bool {
    entries.contains { $0.fact.occurredAt >= time && condition($0.value) }
  }

  /// Of two things at the same time, what the gateway did itself is the newer: it followed from what was then.
  private func isNewer(_ entry: Fact, than fact: Fact) -> Bool {
    entry.occurredAt > fact.occurredAt || (entry.occurredAt == fact.occurredAt && entry.source == .api)
  }

  private var current: Value? { entries.last?.value ?? before }

  private mutating func append(_ entry: Entry) {
    entries.append(entry)
    if entries.count > Self.memory { before = entries.removeFirst().value }
  }

  /// What was taken for one stretch was two: the log has the beginning of one of them.
  private mutating func tellBoth(_ index: Int) -> Place {
    let other = untoldBeginning(before: index) ?? index + 1
    entries[index].isTold = true
    entries[other].isTold = true
    return entries[index].value == current
      ? .missing(entries[other], entries[index]) : .missing(entries[index], entries[other])
  }

  /// Where the stretch before `index` begins, unless the log has that, or it began before everything known.
  private func untoldBeginning(before index: Int) -> Int? {
    var start = index
    while start > 0, entries[start - 1].value != entries[index].value { start -= 1 }
    if start == 0, before != entries[index].value { return nil }
    return entries[start..<index].contains(where: \.isTold) ? nil : start
  }

  private func isEcho(_ value: Value, _ fact: Fact) -> Bool {
    entries.contains { entry in
      entry.fact.source == .api && entry.value == value
        && entry.fact.occurredAt <= fact.occurredAt.advanced(bySeconds: Self.echoSeconds)
        && fact.occurredAt <= entry.fact.occurredAt.advanced(bySeconds: Self.echoSeconds)
    }
  }
}
