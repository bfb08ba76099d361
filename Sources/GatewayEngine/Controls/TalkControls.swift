import JSONCoding
import MeetingCore
import RoomReducer
import Store

/// Messages and reactions: passed on to everybody in the room, and told once. Neither is kept but in the log.
struct TalkControls: Sendable {
  let services: Services

  /// The message's id.
  func send(_ id: String, _ request: MessageRequest, _ caller: Caller) async throws(GatewayError) -> String {
    let state = try await talkable(id, caller)
    let messaging = try services.require(.messages, state.room)
    try Self.allows(request.topic, messaging, state.room)
    let sender = try await sender(request.from, caller, state)
    let message = RoomMessage(
      from: sender.externalID, to: request.to, topic: request.topic, payload: request.payload)
    let own = services.identifiers.make("msg_")
    try fits(message.payload, messaging.payloadLimit(of: message, id: own), "/payload", state.room)
    try await ask(state.room, caller) { (room, context) throws(ProviderFailure) in
      try await messaging.send(message, id: own, from: sender, to: room, context)
    }
    try await tell(.message(message, id: own), key: message.factKey(id: own), in: id)
    return own
  }

  /// The reaction's id.
  func react(_ id: String, _ request: ReactionRequest, _ caller: Caller) async throws(GatewayError) -> String {
    let state = try await talkable(id, caller)
    let reacting = try services.require(.reactions, state.room)
    let sender = try await sender(request.from, caller, state)
    let reaction = RoomReaction(
      from: sender.externalID, type: request.type, emoji: request.emoji, custom: request.custom)
    let own = services.identifiers.make("rct_")
    try fits(reaction.custom, reacting.customLimit(of: reaction, id: own), "/custom", state.room)
    try await ask(state.room, caller) { (room, context) throws(ProviderFailure) in
      try await reacting.react(reaction, id: own, from: sender, in: room, context)
    }
    try await tell(.reaction(reaction, id: own), key: reaction.factKey(id: own), in: id)
    return own
  }

  private func talkable(_ id: String, _ caller: Caller) async throws(GatewayError) -> RoomState {
    let state = try await services.room(id, caller)
    guard state.room.phase != .ended else { throw GatewayError(.roomEnded, "the room has ended") }
    return state
  }

  /// Whoever acts speaks for themselves only; a key by itself speaks for whom it names.
  private func sender(_ named: String?, _ caller: Caller, _ state: RoomState) async throws(GatewayError) -> Person {
    if let actor = caller.actor, let named, !named.utf8.elementsEqual(actor.utf8) {
      throw GatewayError(.forbidden, "people speak for themselves only")
    }
    guard let person = caller.actor ?? named else {
      throw GatewayError(.invalidRequest, "nobody is named as the sender").with {
        $0.issues = [FieldIssue(pointer: "/from", code: "required", message: "must be given")]
      }
    }
    try RoleRules.requireAdmitted(person, in: state, now: services.now)
    let known = try await services.stored { () throws(StoreFailure) in
      try await services.people.people([person], state.room.tenant)
    }
    return known[person] ?? Person(externalID: person)
  }

  /// On some topics clients obey: what would be said there in anybody's name has a request of its own, with its own rules.
  private static func allows(_ topic: String?, _ messaging: any Messaging, _ room: Room) throws(GatewayError) {
    guard let topic, messaging.isReserved(topic) else { return }
    throw GatewayError(.invalidRequest, "the topic is the gateway's own at this provider").with {
      $0.issues = [FieldIssue(pointer: "/topic", code: "reserved", message: "is kept for what the gateway says itself")]
      $0.provider = room.provider
      $0.providerKind = room.providerKind
    }
  }

  private func fits(_ text: JSONText, _ limit: Int?, _ pointer: String, _ room: Room) throws(GatewayError) {
    guard let limit, text.text.utf8.count > limit else { return }
    let message = "must be at most \(max(0, limit)) bytes as compact JSON beside the rest, at this provider"
    throw GatewayError(.invalidRequest, "this is too much for one event of the room's provider").with {
      $0.issues = [FieldIssue(pointer: pointer, code: "too_long", message: message)]
      $0.provider = room.provider
      $0.providerKind = room.providerKind
    }
  }

  /// Asks the vendor once. When it may have done it although it did not say so, no repeat may do it again.
  private func ask(
    _ room: Room, _ caller: Caller,
    _ call: @Sendable (ProviderRoom, CallContext) async throws(ProviderFailure) -> Void
  ) async throws(GatewayError) {
    let account = try services.account(of: room)
    let context = services.context(caller, actor: caller.actor)
    let provided = services.providerRoom(room)
    do {
      try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await call(provided, context)
      }
    } catch { throw services.error(error, room).with { $0.leavesOpen = error.executed != .no } }
  }

  /// The vendor's report of the same carries the same key.
  private func tell(_ detail: Fact.Detail, key: String, in room: String) async throws(GatewayError) {
    let fact = Fact(occurredAt: services.now, source: .api, key: key, detail)
    do { _ = try await services.commit(RoomSubmission([.fact(fact)]), to: room) } catch {
      throw error.with { $0.leavesOpen = true }
    }
  }
}
