public import MeetingCore

extension PolyProvider: MeetingProvider {
  /// Voice calls only. The gateway keeps the door and knows who is there; the vendor's part is the call itself.
  public func offering(for kind: RoomKind) -> Offering? {
    guard kind == .voiceCall else { return nil }
    var offering = Offering()
    offering.hasRoomsAtVendor = false
    if sockets != nil {
      offering.offer(.whip, .native, by: self as any CallHosting, note: Self.note(account.dialect))
    }
    offering.supply(.accountKeeping, by: self as any AccountKeeping)
    return offering
  }

  private static func note(_ dialect: PolyDialect) -> String {
    switch dialect {
    case .gateway: "one call at a time; the agent is told of as far as the vendor's messaging side does"
    case .bridge: "one call at a time; the agent's sound comes with call.offer, once the caller has reported connected"
    }
  }

  /// Nothing is asked of the vendor: a wrong token shows with the first call.
  public func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation {
    let operation = "rooms.create"
    guard context.deadline > .now else { throw ProviderFailure(.timeout, executed: .no, operation: operation) }
    if Task.isCancelled { throw ProviderFailure(.cancelled, executed: .no, operation: operation) }
    guard spec.kind == .voiceCall else { throw ProviderFailure(.invalid, executed: .no, operation: operation) }
    return RoomCreation(room: ProviderRoom(key: spec.key, kind: spec.kind, refs: [:]), existed: false)
  }

  /// Every key names a room, since a room is nothing but its key.
  public func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure)
    -> ProviderRoom?
  { kind == .voiceCall ? ProviderRoom(key: key, kind: kind, refs: [:]) : nil }

  /// A call that runs is hung up by whoever runs it; there is nothing else.
  public func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    .applied([])
  }
}
