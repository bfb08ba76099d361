package import MeetingCore

/// What lives within a room, of whichever sort.
package enum RoomResource: Sendable, Hashable {
  case request(PermissionRequest)
  case permissions(PersonPermissions)
  case egress(Egress)
  case agent(Agent)
  case call(VoiceCall)

  /// What all sorts have in common.
  package var thing: any RoomThing {
    switch self {
    case .request(let request): request
    case .permissions(let permissions): permissions
    case .egress(let egress): egress
    case .agent(let agent): agent
    case .call(let call): call
    }
  }
}
