import MeetingCore

/// How a connection is called: by its participant id, which is a place. The service lets one connection at a time have an id,
/// puts the one before it out, and has no name for the single stay.
enum ConnectionName {
  /// Somebody who came in.
  static func joined(_ id: String, session: String?, isAgent: Bool = false) -> Fact.Joined {
    Fact.Joined(
      connection: id, naming: .place, person: ParticipantID.decode(id), role: isAgent ? .agent : nil, session: session,
      providerRefs: ["participant": id], hidden: ParticipantID.isSeat(id))
  }

  /// The participant id that a control is meant for: the connection's, or the person's.
  static func participant(of target: Target) -> String? {
    target.connection ?? target.person.flatMap(ParticipantID.encode)
  }
}
