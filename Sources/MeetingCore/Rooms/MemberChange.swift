/// A change of somebody's membership that the vendor is asked for, until everybody knows what became of it.
public struct MemberChange: Sendable, Hashable {
  /// How far it has come.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// The vendor is being asked.
    case asked
    /// Its answer was lost: whatever shows the change confirms it.
    case uncertain
    /// It was confirmed by something else than an answer, and told. A repeat finds it done.
    case told
  }

  /// nil = no member any more.
  public let role: ParticipantRole?
  /// Who wanted it, by external id.
  public let by: String?
  public var state: State

  public init(role: ParticipantRole?, by: String?, state: State = .asked) {
    self.role = role
    self.by = by
    self.state = state
  }
}
