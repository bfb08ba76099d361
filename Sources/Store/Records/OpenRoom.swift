/// A room that has not ended, as far as somebody needs to know who looks after all of them.
package struct OpenRoom: Sendable, Hashable {
  package let id: String
  package let kind: String
  /// `backstage` or `live`.
  package let phase: String
  package let hasSession: Bool
  /// Whether somebody is connected.
  package let isOccupied: Bool

  package init(id: String, kind: String, phase: String, hasSession: Bool, isOccupied: Bool) {
    self.id = id
    self.kind = kind
    self.phase = phase
    self.hasSession = hasSession
    self.isOccupied = isOccupied
  }
}
