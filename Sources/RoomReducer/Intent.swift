package import MeetingCore

/// A change the gateway makes by itself, after the vendor did its part. `by` is an external id.
package enum Intent: Sendable, Hashable {
  /// The vendor has the room: it comes out of creation.
  case created(refs: [String: String], attempts: [CreateAttempt], by: String?)
  case updated(RoomPatch, by: String?)
  case wentLive(by: String?)
  case stoppedLive(by: String?)
  case locked(by: String?)
  case unlocked(by: String?)
  case ended(reason: String, by: String?)
  /// `connections` were thrown out.
  case removed(connections: [String], person: String?, rejoin: RejoinPolicy, by: String?)
  /// Tracks of these connections were stopped.
  case muted(connections: [String], Set<TrackKind>, by: String?)
  /// Somebody not admitted was thrown out again.
  case expelled(connection: String)
  case banned(Ban)
  case unbanned(person: String, by: String?)
  /// Given a role that is remembered for the next time they come.
  case memberSet(person: String, role: ParticipantRole)
  /// Somebody's hand was raised through us, and the vendor knows.
  case permissionRequested(person: String, permissions: Set<Permission>)
  /// A pending request was granted, rejected or withdrawn; the vendor has seen to it.
  case requestClosed(id: String, PermissionRequest.State, by: String?)
  case permissionsSet(person: String, granted: Set<Permission>, revoked: Set<Permission>, by: String?)
  case egress(EgressIntent)
  /// Made members, or given another role, by external id. Who is connected has the new role at once, but for those in
  /// `held`, whose connections show it first.
  case membersSet([String: ParticipantRole], by: String?, held: Set<String> = [])
  case memberRemoved(person: String, by: String?)
  /// The vendor is asked for these memberships now; nil = none any more. Ends with one of those above, or one of those
  /// below.
  case membersAsked([String: ParticipantRole?], by: String?)
  /// The vendor may have done it.
  case membersUncertain([String])
  /// The vendor did nothing.
  case membersRefused([String])
  /// The vendor took it, and its outcome comes later.
  case operationBegun(Operation)
  /// Whoever wants this does not want any more what excludes it.
  case opposed([RoomCondition])
  /// It ended as it is, by what only the gateway knows.
  case operationEnded(Operation)
  /// Those whose time is over end with what is known of them. `isRead`: the room has just been read from its vendor, so what
  /// does not show has not happened.
  case operationsDue(isRead: Bool)
  /// Our seat is out, and what happens now is not heard; it may be in again soon.
  case seatLost
  /// An agent of ours is on its way.
  case agentStarted(Agent)
  /// A call of ours is on its way.
  case callStarted(VoiceCall)
  /// An agent behaves like this from now on.
  case agentUpdated(String, AgentSettings)
}
