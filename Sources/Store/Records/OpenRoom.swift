/// A room that is open or ended lately, as far as somebody needs to know who looks after all of them.
package struct OpenRoom: Sendable, Hashable {
  package let id: String
  package let kind: String
  /// `backstage`, `live` or `ended`.
  package let phase: String
  package let hasSession: Bool
  /// Whether somebody is connected.
  package let isOccupied: Bool
  /// Nanoseconds since 1970; nil while open.
  package let endedAt: Int64?

  package init(
    id: String, kind: String, phase: String, hasSession: Bool, isOccupied: Bool, endedAt: Int64? = nil
  ) {
    self.id = id
    self.kind = kind
    self.phase = phase
    self.hasSession = hasSession
    self.isOccupied = isOccupied
    self.endedAt = endedAt
  }
}
