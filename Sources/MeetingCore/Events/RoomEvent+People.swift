extension RoomEvent {
  /// External ids of everybody the event names.
  public var people: Set<String> {
    Set(named.compactMap { $0 })
  }

  private var named: [String?] {
    switch detail {
    case .roomCreated(let by), .roomUpdated(_, let by), .wentLive(let by), .stoppedLive(let by), .locked(let by),
      .unlocked(let by), .roomEnded(_, _, let by):
      [by]
    case .sessionStarted, .sessionEnded, .providerEvent, .operationFinished: []
    case .participantJoined(let participant), .participantUpdated(let participant, _),
      .participantLeft(let participant):
      [participant.person]
    case .participantMuted(_, let person, _, let by), .participantUnmuted(_, let person, _, let by),
      .participantRemoved(_, let person, _, let by):
      [person, by]
    case .speakerChanged(_, let person): [person]
    case .agent(_, _, let person, _): [person]
    case .call(let call, _): [call.caller]
    case .banned(let person, _, let by): [person, by]
    case .unbanned(let person, let by): [person, by]
    case .permissionRequested(let request), .permissionCancelled(let request), .permissionExpired(let request):
      [request.requester, request.decidedBy]
    case .permissionGranted(let change), .permissionRejected(let change), .permissionRevoked(let change):
      [change.person, change.by]
    case .egress(let egress, _): [egress.startedBy, egress.stoppedBy]
    case .captionReceived(let caption): [caption.person]
    case .messageSent(let message, _): [message.from]
    case .reactionSent(let reaction, _): [reaction.from]
    }
  }
}
