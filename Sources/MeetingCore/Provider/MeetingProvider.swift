/// One account at a vendor. Conforming says: rooms can be created, found and ended; all else is offered, role by role.
public protocol MeetingProvider: Sendable {
  /// What this account can do in rooms of `kind`. Pure: depends on the kind and the configuration only. nil = kind unsupported.
  func offering(for kind: RoomKind) -> Offering?
  /// Creates, or finds the room that our key already has. Cancellation throws `.cancelled` with `executed` told honestly.
  func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation
  /// The room under our key, or nil when it surely does not exist. Settles creates whose outcome is unknown.
  func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure) -> ProviderRoom?
  /// Ends for everybody. A room already ended is `applied`.
  func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome
}
