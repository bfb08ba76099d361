import JSONCoding

/// A device came into the call, or left it.
public struct CallParticipantEvent: CallEventReading, Hashable {
  /// The device.
  public let participant: CallParticipant
  /// True for who came, false for who left.
  public let hasJoined: Bool
  /// Why it left, where the service says so.
  public let reason: String?

  public init?(_ event: CallEvent) {
    let names = ["call.session_participant_joined": true, "call.session_participant_left": false]
    guard let hasJoined = names[event.type],
      let participant = CallParticipant(session: event.json["participant"] ?? .null)
    else { return nil }
    self.participant = participant
    self.hasJoined = hasJoined
    reason = event.json["reason"]?.stringValue
  }
}
