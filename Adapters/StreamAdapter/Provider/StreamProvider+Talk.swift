import JSONCoding
public import MeetingCore

extension StreamProvider: Messaging, Reacting {
  public func payloadLimit(of message: RoomMessage, id: String) -> Int? {
    Signal.limit - Signal.message(message, id: id, payload: 0).bytes().count + 1
  }

  /// Everybody in the call gets it; whom it is meant for is told along.
  public func send(
    _ message: RoomMessage, id: String, from sender: Person, to room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) {
    let address = try address(room, "SendCallEvent")
    let user = try user(sender.externalID, "SendCallEvent")
    let custom = Signal.message(message, id: id, payload: Signal.json(message.payload))
    try await known(sender, context) { () throws(ProviderFailure) in
      try await api.send(.event(address, by: user, custom), context)
    }
  }

  public func customLimit(of reaction: RoomReaction, id: String) -> Int? {
    // Both are objects: our member adds a comma to those of the caller's, or none to none.
    Signal.limit - Signal.reaction(id: id, custom: .object(JSONObject())).bytes().count + 1
  }

  public func react(
    _ reaction: RoomReaction, id: String, from sender: Person, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) {
    let address = try address(room, "SendVideoReaction")
    let user = try user(sender.externalID, "SendVideoReaction")
    let custom = Signal.reaction(id: id, custom: Signal.json(reaction.custom))
    try await known(sender, context) { () throws(ProviderFailure) in
      try await api.send(.reaction(address, by: user, reaction.type, emoji: reaction.emoji, custom), context)
    }
  }

  /// Who speaks must be a user. They nearly always are, so that this is seen to only when the service misses them.
  func known(_ person: Person, _ context: CallContext, _ body: () async throws(ProviderFailure) -> JSON)
    async throws(ProviderFailure)
  {
    do throws(ProviderFailure) { _ = try await body() } catch {
      guard error.reason == .participantNotFound else { throw error }
      try await UserDirectory(provider: self).ensure([person], context)
      _ = try await body()
    }
  }
}
