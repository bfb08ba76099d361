package import MeetingCore

/// How a provider keeps one setting of rooms.
package struct SettingRow: Sendable, Hashable {
  package let rule: RoomRule
  /// The kinds of room it holds for.
  package var kinds: [RoomKind]
  package let quality: Quality
  package let enforcement: Enforcement
  package let note: String?
  /// The values that it may have, where they are fewer than the API's.
  package let range: ClosedRange<Int>?

  package init(
    rule: RoomRule, kinds: [RoomKind], quality: Quality, enforcement: Enforcement, note: String?,
    range: ClosedRange<Int>?
  ) {
    self.rule = rule
    self.kinds = kinds
    self.quality = quality
    self.enforcement = enforcement
    self.note = note
    self.range = range
  }

  /// Whether it is kept in the same way, whatever the kinds.
  func isLike(_ other: Self) -> Bool {
    (rule, quality, enforcement, note, range)
      == (other.rule, other.quality, other.enforcement, other.note, other.range)
  }
}
