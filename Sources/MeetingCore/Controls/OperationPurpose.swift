/// What an operation is to bring about. People are external ids.
public enum OperationPurpose: Sendable, Hashable {
  case createRoom
  case mute(Set<TrackKind>)
  case unmute(Set<TrackKind>)
  case remove(person: String?, rejoin: RejoinPolicy)
  case setRole(person: String, role: ParticipantRole)
  case changePermissions(person: String, granted: Set<Permission>, revoked: Set<Permission>)
  case goLive
  /// The audience of a room that is not live any more leaves it.
  case stopLive
  case endRoom(reason: String)
  /// A recording, broadcast or transcription by our id.
  case stopEgress(EgressSort, id: String)

  /// The `kind` in the API.
  public var kind: String {
    switch self {
    case .createRoom: "create_room"
    case .mute: "mute"
    case .unmute: "unmute"
    case .remove: "remove"
    case .setRole: "set_role"
    case .changePermissions: "change_permissions"
    case .goLive: "go_live"
    case .stopLive: "stop_live"
    case .endRoom: "end_room"
    case .stopEgress(let sort, _): "stop_" + sort.rawValue
    }
  }

  /// Whether both cannot be wanted at once, whatever would show them.
  public func opposes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.goLive, .stopLive), (.stopLive, .goLive): true
    default: false
    }
  }
}
