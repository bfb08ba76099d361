public import MeetingCore

/// One behaviour on one provider and kind of room.
public struct ContractResult: Sendable, Hashable {
  public let behaviour: String
  public let layer: ContractBehaviour.Layer
  public let harness: String
  public let kind: RoomKind
  public let outcome: ContractOutcome
  public let duration: Duration

  public var column: String { ContractMatrix.column(harness, kind) }
}
