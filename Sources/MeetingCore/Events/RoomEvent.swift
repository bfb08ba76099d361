/// A canonical event as the reducer makes it, before it has a sequence.
public struct RoomEvent: Sendable, Hashable {
  public let occurredAt: Timestamp
  public let source: FactSource
  public let vendorType: String?
  /// Our session id the event belongs to; nil when none was open.
  public let session: String?
  public let detail: Detail

  public init(
    occurredAt: Timestamp, source: FactSource, vendorType: String? = nil, session: String? = nil, _ detail: Detail
  ) {
    self.occurredAt = occurredAt
    self.source = source
    self.vendorType = vendorType
    self.session = session
    self.detail = detail
  }

  /// People are external ids here; names are added where the event is written out. `by` nil = not known.
  public enum Detail: Sendable, Hashable {
    case roomCreated(by: String?)
    case roomUpdated(changed: [String], by: String?)
    case wentLive(by: String?)
    case stoppedLive(by: String?)
    case locked(by: String?)
    case unlocked(by: String?)
    case roomEnded(endedAt: Timestamp, reason: String, by: String?)
    case sessionStarted(Session)
    case sessionEnded(Session, reason: String?)
    case participantJoined(Participant)
    case participantUpdated(Participant, changed: [String])
    case participantLeft(Participant)
    case participantMuted(participant: String, person: String?, tracks: [TrackKind], by: String?)
    case participantUnmuted(participant: String, person: String?, tracks: [TrackKind], by: String?)
    /// By our id; nil = nobody is heard any more, or it is not known who.
    case speakerChanged(participant: String?, person: String?)
    case participantRemoved(participants: [String], person: String?, rejoin: String?, by: String?)
    case banned(person: String, until: Timestamp?, by: String?)
    case unbanned(person: String, by: String?)
    /// By our id, which is nil for an agent of the vendor's own. `participant` is the agent's connection by our id, `person`
    /// whom it takes part as.
    case agent(String?, participant: String?, person: String?, AgentNews)
    /// The call as it is then.
    case call(VoiceCall, CallStep)
    case providerEvent(type: String, payload: JSONText)
    case permissionRequested(PermissionRequest)
    case permissionCancelled(PermissionRequest)
    case permissionExpired(PermissionRequest)
    case permissionGranted(PermissionChange)
    case permissionRejected(PermissionChange)
    case permissionRevoked(PermissionChange)
    case egress(Egress, EgressStep)
    case captionReceived(Caption)
    case operationFinished(Operation)
    case messageSent(RoomMessage, id: String)
    case reactionSent(RoomReaction, id: String)
  }

  /// The name in the API, e.g. `participant.joined`.
  public var type: String {
    switch detail {
    case .roomCreated: "room.created"
    case .roomUpdated: "room.updated"
    case .wentLive: "room.went_live"
    case .stoppedLive: "room.stopped_live"
    case .locked: "room.locked"
    case .unlocked: "room.unlocked"
    case .roomEnded: "room.ended"
    case .sessionStarted: "session.started"
    case .sessionEnded: "session.ended"
    case .participantJoined: "participant.joined"
    case .participantUpdated: "participant.updated"
    case .participantLeft: "participant.left"
    case .participantMuted: "participant.muted"
    case .participantUnmuted: "participant.unmuted"
    case .speakerChanged: "speaker.changed"
    case .participantRemoved: "participant.removed"
    case .banned: "participant.banned"
    case .unbanned: "participant.unbanned"
    case .agent(_, _, _, let news): news.type
    case .call(_, let step): step.type
    case .providerEvent: "provider.event"
    case .permissionRequested: "permission.requested"
    case .permissionCancelled: "permission.cancelled"
    case .permissionExpired: "permission.expired"
    case .permissionGranted: "permission.granted"
    case .permissionRejected: "permission.rejected"
    case .permissionRevoked: "permission.revoked"
    case .egress(let egress, let step): "\(egress.plan.sort.rawValue).\(step.rawValue)"
    case .captionReceived: "caption.received"
    case .operationFinished: "operation.finished"
    case .messageSent: "message.sent"
    case .reactionSent: "reaction.sent"
    }
  }
}
