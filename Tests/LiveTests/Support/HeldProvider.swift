import MeetingCore

/// A provider whose seats can be made to sleep; all else is as it is.
struct HeldProvider: MeetingProvider {
  private struct HeldSeating: Seating {
    let base: any Seating
    let hold: Hold

    func seat(in room: ProviderRoom) -> any LiveConnecting { HeldSeat(base: base.seat(in: room), hold: hold) }
  }

  private struct HeldSeat: LiveConnecting {
    let base: any LiveConnecting
    let hold: Hold

    func run(_ room: ProviderRoom, _ port: LivePort) async throws(ProviderFailure) {
      try await base.run(room, hold.before(port))
    }
  }

  let base: any MeetingProvider
  let hold: Hold

  func offering(for kind: RoomKind) -> Offering? {
    guard let offering = base.offering(for: kind), let seating = offering.port(.seating) else { return nil }
    return offering.replacing(.seating, by: HeldSeating(base: seating, hold: hold))
  }

  func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation {
    try await base.createRoom(spec, context)
  }

  func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure) -> ProviderRoom? {
    try await base.findRoom(key: key, kind: kind, context)
  }

  func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    try await base.endRoom(room, context)
  }
}
