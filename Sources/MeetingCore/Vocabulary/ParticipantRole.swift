/// What somebody may do in a room.
public enum ParticipantRole: String, Sendable, Hashable, CaseIterable {
  case host
  case coHost = "co_host"
  case speaker
  case listener
  case agent

  /// Hosts and co-hosts run the room: they may be backstage and use its controls.
  public var runsTheRoom: Bool { self == .host || self == .coHost }
}
