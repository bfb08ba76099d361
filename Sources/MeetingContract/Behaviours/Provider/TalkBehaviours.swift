import MeetingCore

/// Messages and reactions: said once, in the sender's name, and told again as what we sent.
enum TalkBehaviours {
  static let all: [ContractBehaviour] = [
    ContractBehaviour(
      "a-message-reaches-the-vendor-once", .provider, "A message is asked of the vendor once, with its payload.",
      capabilities: [.messages], requirements: [.journal, .outside]
    ) { try await messageReaches($0) },
    ContractBehaviour(
      "a-message-comes-back-as-ours", .provider, "The vendor's report of a message names it as we did.",
      capabilities: [.messages], requirements: [.webhooks, .hooks, .outside]
    ) { try await messageEcho($0) },
    ContractBehaviour(
      "a-reaction-comes-back-as-ours", .provider, "The vendor's report of a reaction names it as we did.",
      capabilities: [.reactions], requirements: [.webhooks, .hooks, .outside]
    ) { try await reactionEcho($0) },
    ContractBehaviour(
      "the-largest-message-is-taken", .provider, "A payload of the size that the adapter allows is taken.",
      capabilities: [.messages], requirements: [.outside]
    ) { try await largest($0) },
    ContractBehaviour(
      "a-stranger-can-talk", .provider, "Who was never there and is unknown to the vendor can be spoken for.",
      capabilities: [.messages, .reactions], requirements: [.outside]
    ) { try await stranger($0) },
  ]

  private static let messageID = "msg_01kdvq4r7p0000000000000000"
  private static let reactionID = "rct_01kdvq4r7p0000000000000000"

  private static func message(_ from: Person = ContractRun.guest, _ payload: String = #"{"text":"hi, ümlaut"}"#)
    -> RoomMessage
  {
    RoomMessage(from: from.externalID, to: ["nadia"], topic: "chat", payload: JSONText(payload))
  }

  private static func send(_ message: RoomMessage, _ from: Person, _ run: ContractRun, _ room: ProviderRoom)
    async throws
  {
    let messaging = try run.offering.require(.messages)
    try await messaging.send(message, id: messageID, from: from, to: room, run.context())
  }

  private static func messageReaches(_ run: ContractRun) async throws {
    let room = try await run.openRoom()
    let before = try await run.journal().requests(of: .message).count
    try await send(message(), ContractRun.guest, run, room)
    // Who is unknown to the vendor may have to be made known in between: refused requests sent nothing.
    let sent = try await run.journal().requests(of: .message).dropFirst(before)
    run.report.expect((1...2).contains(sent.count), "the vendor was asked \(sent.count) times")
    run.report.expect(sent.allSatisfy { $0.contains("hi, ümlaut") }, "the payload did not reach the vendor")
  }

  /// The facts of the deliveries so far.
  private static func facts(_ run: ContractRun, _ inbox: HookInbox) throws -> [Fact] {
    let receiver = try run.report.require(run.offering.port(.webhooks), "nobody receives webhooks")
    return inbox.hooks.flatMap { receiver.read($0.body, receivedAt: run.now).facts }
  }

  private static func inbox(_ run: ContractRun) async throws -> HookInbox {
    let inbox = HookInbox()
    try await run.hooks().deliver { hook in
      inbox.take(hook)
      return 200
    }
    return inbox
  }

  private static func messageEcho(_ run: ContractRun) async throws {
    let inbox = try await inbox(run)
    let room = try await run.openRoom()
    let sent = message()
    try await send(sent, ContractRun.guest, run, room)
    let came = try await run.eventually { try facts(run, inbox).contains { $0.key == sent.factKey(id: messageID) } }
    run.report.expect(came, "no delivery has the message's key")
    let told = try facts(run, inbox).first { $0.key == sent.factKey(id: messageID) }
    run.report.expect(
      told?.detail == .message(sent, id: messageID), "the message came back as \(String(describing: told))")
  }

  private static func reactionEcho(_ run: ContractRun) async throws {
    let inbox = try await inbox(run)
    let room = try await run.openRoom()
    let shown = RoomReaction(
      from: ContractRun.guest.externalID, type: "clap", emoji: ":clap:", custom: JSONText(#"{"loud":true}"#))
    let reacting = try run.offering.require(.reactions)
    try await reacting.react(shown, id: reactionID, from: ContractRun.guest, in: room, run.context())
    let came = try await run.eventually { try facts(run, inbox).contains { $0.key == shown.factKey(id: reactionID) } }
    run.report.expect(came, "no delivery has the reaction's key")
    let told = try facts(run, inbox).first { $0.key == shown.factKey(id: reactionID) }
    run.report.expect(
      told?.detail == .reaction(shown, id: reactionID), "the reaction came back as \(String(describing: told))")
  }

  private static func largest(_ run: ContractRun) async throws {
    let room = try await run.openRoom()
    let messaging = try run.offering.require(.messages)
    let limit = min(messaging.payloadLimit(of: message(), id: messageID) ?? 5_120, 5_120)
    run.report.expect(limit >= 1_024, "only \(limit) bytes are left for a payload")
    let payload = "\"" + String(repeating: "x", count: limit - 2) + "\""
    try await send(message(ContractRun.guest, payload), ContractRun.guest, run, room)
  }

  private static func stranger(_ run: ContractRun) async throws {
    let room = try await run.openRoom()
    let one = Person(externalID: "never|seen", name: "Never")
    let other = Person(externalID: "never.seen.either")
    try await send(message(one), one, run, room)
    let clap = RoomReaction(from: other.externalID, type: "clap")
    try await run.offering.require(.reactions).react(clap, id: reactionID, from: other, in: room, run.context())
  }
}
