public import MeetingCore

extension VideoSDKProvider: Messaging, Reacting, HandRaising {
  public func isReserved(_ topic: String) -> Bool { Topics.isOurs(topic) }

  /// Clients show the seat as who says it; who really does is told along. From then on the seat hears the topic, so that the
  /// service's own word of the message comes back, and answers to it are heard.
  public func send(
    _ message: RoomMessage, id: String, from sender: Person, to room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) {
    let recipients = message.to?.compactMap(ParticipantID.encode)
    let seat = try await taken(room, for: "pubsubPublish", context)
    seat.listen(to: message.topic ?? Topics.chat)
    try await ask(seat, SeatMessage.message(message, id: id, from: sender, to: recipients), context)
  }

  public func react(
    _ reaction: RoomReaction, id: String, from sender: Person, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) {
    let seat = try await taken(room, for: "pubsubPublish", context)
    try await ask(seat, SeatMessage.reaction(reaction, id: id, from: sender), context)
  }

  public func raise(_ permissions: Set<Permission>, by person: Person, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    guard let participant = ParticipantID.encode(person.externalID) else {
      throw ProviderFailure(.invalid, executed: .no, operation: "pubsubPublish")
    }
    let seat = try await taken(room, for: "pubsubPublish", context)
    try await ask(seat, SeatMessage.hand(of: participant, permissions), context)
    return .applied([])
  }

  /// Whoever is not there any more needs not to be told.
  public func reject(_ request: String, of person: Person, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    guard let participant = ParticipantID.encode(person.externalID) else {
      throw ProviderFailure(.invalid, executed: .no, operation: "pubsubPublish")
    }
    if let seat = try await seat(beside: participant, in: room, for: "pubsubPublish", context) {
      try await ask(seat, SeatMessage.rejection(of: request, to: participant), context)
    }
    return .applied([])
  }
}
