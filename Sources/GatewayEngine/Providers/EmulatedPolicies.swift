package import MeetingCore
package import RoomReducer

/// What the gateway does for every provider by itself, because it mints the tokens, sees the joins and can remove people.
package enum EmulatedPolicies {
  /// What a provider offers for rooms of a kind, with what the gateway adds. What the provider declares itself stays.
  package static func overlay(_ offering: Offering, _ kind: RoomKind) -> Offering {
    var result = offering
    keep(.maximumDuration, "the gateway ends the room", enforcement: .policed, in: &result)
    if offering.handle(.whip) != nil { CallDoor.overlay(&result) }
    guard offering.port(.joining) != nil, offering.cells[.remove] != nil else { return result }
    add(.lock, atTheDoor, to: &result)
    add(.membersOnly, atTheDoor, to: &result)
    if offering.cells[.presence] != nil {
      add(.history, "from the gateway's own record of who came and went", enforcement: .vendor, to: &result)
    }
    add(.ban, "refused where tokens are minted; removed on each join", to: &result)
    // A call has one caller: there is nobody to keep out, to count or to give the word to.
    if kind != .voiceCall { addAudience(to: &result) }
    return result
  }

  /// What of a room's rules is the gateway's to keep.
  package static func rules(_ offering: Offering) -> GatewayRules {
    GatewayRules(
      stage: stage(offering.cells[.stage]),
      policesCapacity: offering.rules[.maximumParticipants]?.quality == .emulated,
      policesPublishing: offering.cells[.permissions]?.enforcement == .policed,
      endsRooms: offering.rules[.maximumDuration]?.quality == .emulated,
      readsRooms: offering.handle(.presence) != nil)
  }

  private static func stage(_ cell: Offering.Cell?) -> GatewayRules.Stage {
    guard let cell else { return .policed }
    if cell.quality == .emulated { return .own }
    return cell.enforcement == .vendor ? .vendor : .policed
  }

  private static let atTheDoor = "refused where tokens are minted; whoever comes with an older one is removed"

  private static func addAudience(to offering: inout Offering) {
    keep(.maximumParticipants, atTheDoor, enforcement: .policed, in: &offering)
    if offering.cells[.stage] == nil {
      add(
        .stage,
        "the audience gets no tokens in backstage, speakers of audio rooms do; stop-live removes it at the pace that "
          + "the vendor bears",
        to: &offering)
      add(
        .joinAhead, "tokens for the audience from join_ahead_seconds before starts_at on, then as live", to: &offering)
    }
    let later = "holds from the next join on; not for somebody connected"
    add(.role, later, enforcement: .advisory, to: &offering)
    add(.permissions, later, enforcement: .advisory, to: &offering)
    add(
      .permissionRequests, "hands are raised and decided through the gateway only", enforcement: .advisory,
      to: &offering)
  }

  private static func add(
    _ capability: Capability, _ note: String, enforcement: Enforcement = .policed, to offering: inout Offering
  ) {
    guard offering.cells[capability] == nil else { return }
    offering.state(capability, .emulated, enforcement: enforcement, note: note)
  }

  private static func keep(
    _ rule: RoomRule, _ note: String, enforcement: Enforcement, in offering: inout Offering
  ) {
    guard offering.rules[rule] == nil else { return }
    offering.keep(rule, Offering.Keeping(.emulated, enforcement: enforcement, note: note))
  }
}
