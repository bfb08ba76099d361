package import MeetingCore

/// How a provider keeps one setting of rooms.
package struct SettingRow: Sendable, Hashable {
  package let rule: RoomRule
  /// The kinds of room it holds for.
  package var kinds: [RoomKind]
  package let quality: Quality
  package let enforcement: Enforcement
  package let note: String?

  package init(rule: RoomRule, kinds: [RoomKind], quality: Quality, enforcement: Enforcement, note: String?) {
    self.rule = rule
    self.kinds = kinds
    self.quality = quality
    self.enforcement = enforcement
    self.note = note
  }

  /// Whether it is kept in the same way, whatever the kinds.
  func isLike(_ other: Self) -> Bool {
    (rule, quality, enforcement, note) == (other.rule, other.quality, other.enforcement, other.note)
  }
}
