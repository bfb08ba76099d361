import Clocks

/// Whether one class of an account's operations is in trouble, without swinging to and fro with every attempt. A value; times
/// are nanoseconds of a clock that never goes back.
package struct AccountCondition: Sendable {
  package enum Change: Sendable, Hashable {
    case degraded(ProviderTrouble)
    /// With what it was told to be degraded for.
    case recovered(ProviderTrouble)
  }

  /// A time of trouble, with spells in it that were too short to end it.
  private struct Spell {
    let since: Int64
    var lastSeen: Int64
    var wellSince: Int64?
  }

  private let options: ConditionOptions
  private var spells: [ProviderTrouble: Spell] = [:]
  /// What it is told to be degraded for; nil when it is well.
  private(set) var told: ProviderTrouble?

  init(_ options: ConditionOptions) { self.options = options }

  /// Takes up what an earlier process has told: it is over once all has been well for long enough.
  mutating func restore(_ trouble: ProviderTrouble, at now: Int64) {
    told = trouble
    spells[trouble] = Spell(since: now, lastSeen: now, wellSince: now)
  }

  mutating func occurred(_ trouble: ProviderTrouble, at now: Int64) {
    end(at: now)
    var spell = spells[trouble] ?? Spell(since: now, lastSeen: now)
    spell.lastSeen = now
    spell.wellSince = nil
    spells[trouble] = spell
  }

  mutating func passed(_ trouble: ProviderTrouble, at now: Int64) {
    guard let spell = spells[trouble], spell.wellSince == nil else { return }
    spells[trouble]?.wellSince = now
  }

  /// What is to be told now.
  mutating func review(at now: Int64) -> Change? {
    end(at: now)
    if let told {
      guard spells.isEmpty else { return nil }
      self.told = nil
      return .recovered(told)
    }
    guard let trouble = ProviderTrouble.allCases.first(where: { isPastPatience($0, now) }) else { return nil }
    told = trouble
    return .degraded(trouble)
  }

  private func isPastPatience(_ trouble: ProviderTrouble, _ now: Int64) -> Bool {
    guard let spell = spells[trouble], spell.wellSince == nil else { return false }
    let lasted = (trouble.isLasting ? now : spell.lastSeen) - spell.since
    return lasted >= options.patience(with: trouble).nanoseconds
  }

  /// Forgets what has been well for long enough.
  private mutating func end(at now: Int64) {
    for (trouble, spell) in spells {
      let isForgotten = !trouble.isLasting && now - spell.lastSeen >= options.memory.nanoseconds
      let isCalm = spell.wellSince.map { now - $0 >= options.calm.nanoseconds } ?? false
      if isForgotten || isCalm { spells[trouble] = nil }
    }
  }
}
