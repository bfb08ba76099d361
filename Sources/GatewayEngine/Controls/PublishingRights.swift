import MeetingCore
import RoomReducer

/// How it is brought about that somebody may publish something, or may not any more. A vendor that enforces it is always asked:
/// it may know better than we do what is so. One that passes on wishes is asked for whoever is there; for the others it is
/// written down, and their next token brings it.
struct PublishingRights: Sendable {
  let services: Services
  let offering: Offering
  let room: Room

  init(_ room: Room, _ services: Services) throws(GatewayError) {
    self.services = services
    self.room = room
    offering = try services.offered(.permissions, room)
  }

  /// What can be given.
  var grantable: Set<Permission> {
    offering.handle(.permissions)?.grantable(in: room.kind) ?? Permission.known(in: room.kind)
  }

  /// Whether what the gateway decides holds by itself, whatever clients make of it.
  var isPoliced: Bool { offering.cells[.permissions]?.enforcement == .policed }

  func change(
    _ person: String, granting granted: Set<Permission> = [], revoking revoked: Set<Permission> = [],
    _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) -> ControlOutcome {
    let isHere = state.isConnected(person)
    guard let permitting = offering.handle(.permissions) else {
      let isNew = !granted.isSubset(of: state.permissions(of: person)) || (!revoked.isEmpty && !isPoliced)
      guard !isHere || !isNew else { throw services.unsupportedInside(.permissions, room) }
      return .applied([])
    }
    guard isHere || offering.cells[.permissions]?.quality == .native else { return .applied([]) }
    let known = try await services.person(person, room)
    return try await services.ask(room, caller) { (room, context) throws(ProviderFailure) in
      try await permitting.change(known, granting: granted, revoking: revoked, in: room, context)
    }
  }
}
