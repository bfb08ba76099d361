import JSONCoding
import MeetingCore

/// What is said through the API, and who may: members, roles and the record of who was there.
enum FacadeTalkBehaviours {
  static let all: [ContractBehaviour] = [
    .gateway(
      "a-message-is-one-event", "A message is told once, with its id, whatever the vendor reports of it.",
      capabilities: [.messages], .live
    ) { try await said($0, "messages", "message.sent", ["from": "omar", "topic": "chat", "payload": ["text": "hi"]]) },
    .gateway(
      "a-reaction-is-one-event", "A reaction is told once, with its id, whatever the vendor reports of it.",
      capabilities: [.reactions], .live
    ) { try await said($0, "reactions", "reaction.sent", ["from": "omar", "type": "clap", "emoji": ":clap:"]) },
    .gateway(
      "a-lost-answer-sends-no-second-message",
      "When the vendor's answer is lost, the key sends nothing again, and the message is told by the vendor.",
      capabilities: [.messages], [.webhooks, .hooks, .faults, .journal, .outside]
    ) { try await lost($0) },
    .gateway(
      "a-new-role-is-told-once", "A role given to somebody inside holds, and its echo adds nothing.",
      capabilities: [.role, .presence], .live.union([.permitsAtOnce])
    ) { try await role($0) },
    .gateway(
      "members-come-in", "In a room for members a membership opens the door, and its end closes it.",
      capabilities: [.membersOnly], [.joining]
    ) { try await members($0) },
    .gateway(
      "unmuting-is-a-request", "Asking somebody to unmute claims nothing, and adds no event.", capabilities: [.unmute],
      .live
    ) { try await unmute($0) },
    .gateway(
      "history-tells-who-was-there", "An occurrence lists each stay with its beginning and end.",
      capabilities: [.history, .presence], .live
    ) { try await history($0) },
  ]

  private static func said(_ bench: GatewayBench, _ path: String, _ type: String, _ body: JSON) async throws {
    let room = try await bench.open()
    // Where it goes over a seat, somebody must be there for it to be taken.
    if bench.hasSeat { try await bench.join("nadia", room) }
    try await bench.settled()
    let heard = bench.relay.answers.count
    let reply = await bench.send("POST", "\(room.path)/\(path)", body)
    bench.expect(reply, 201, nil, "sending")
    _ = try await bench.run.eventually(within: .seconds(1)) { bench.relay.answers.count > heard }
    let told = await bench.events(type, in: room)
    bench.run.report.expect(told.count == 1, "\(type) was told \(told.count) times")
    bench.run.report.expect(told.first?["data"]?["id"] == reply["id"], "the event has another id than the answer")
    bench.run.report.expect(told.first?["data"]?["from"]?["external_id"] == "omar", "the sender is not told")
  }

  private static func lost(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let body: JSON = ["from": "nadia", "payload": "hi"]
    try await bench.run.faults().inject(.lostReply, on: .message, times: 1)
    let first = await bench.send("POST", room.path + "/messages", body, idempotencyKey: "m-1")
    bench.run.report.expect((503...504).contains(first.status), "a lost answer was \(first.short)")
    let again = await bench.send("POST", room.path + "/messages", body, idempotencyKey: "m-1")
    bench.expect(again, 409, "idempotency_outcome_unknown", "the repeat")
    let asked = try await bench.run.journal().requests(of: .message).count
    bench.run.report.expect(asked == 1, "the vendor was asked \(asked) times")
    let told = try await bench.run.eventually { await bench.events("message.sent", in: room).count == 1 }
    bench.run.report.expect(told, "the message that went out is not told")
  }

  private static func role(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    try await bench.join("omar", room)
    let role = bench.run.kind == .audioRoom ? "speaker" : "listener"
    try await bench.settled()
    let heard = bench.relay.answers.count
    let reply = await bench.send("PATCH", room.path + "/people/omar", ["role": .string(role)])
    bench.run.report.expect((200...202).contains(reply.status), "the change was \(reply.short)")
    guard reply.status == 200 else { return }
    bench.run.report.expect(reply["changed"] == true, "the change changed nothing")
    _ = try await bench.run.eventually(within: .seconds(1)) { bench.relay.answers.count > heard }
    let told = await bench.events("participant.updated", in: room).filter { $0["data"]?["changed"] == ["role"] }
    bench.run.report.expect(told.count == 1, "the new role was told \(told.count) times")
    let page = await bench.send("GET", room.path + "/participants?external_id=omar")
    bench.run.report.expect(page.items.first?["role"]?.stringValue == role, "the new role is not shown")
    let again = await bench.send("PATCH", room.path + "/people/omar", ["role": .string(role)])
    bench.run.report.expect(
      again["changed"] == false && again["reason"] == "already", "a repeat was \(again.json.text())")
  }

  private static func members(_ bench: GatewayBench) async throws {
    guard case .object(var body) = bench.createBody else { return }
    body["settings"] = ["access": "members", "backstage": false]
    let created = await bench.send("POST", "/v1/rooms", .object(body))
    bench.expect(created, 201, nil, "creating a room for members")
    let room = try bench.opened(created)
    bench.expect(await bench.askToken("omar", in: room), 403, "not_a_member", "a stranger's token")
    let set = await bench.send(
      "POST", room.path + "/members",
      ["members": [["person": ["external_id": "omar"]], ["person": ["external_id": "quinn"], "role": "co_host"]]])
    bench.expect(set, 200, nil, "making members")
    bench.expect(await bench.askToken("omar", in: room), 201, nil, "a member's token")
    let listed = await bench.send("GET", room.path + "/members").items.compactMap { $0["role"]?.stringValue }
    bench.run.report.expect(listed.count == 2 && listed.last == "co_host", "the members are \(listed)")
    bench.expect(await bench.send("DELETE", room.path + "/members/omar"), 204, nil, "ending a membership")
    bench.expect(await bench.askToken("omar", in: room), 403, "not_a_member", "a token after the membership")
  }

  private static func unmute(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    try await bench.join("omar", room)
    let reply = await bench.send("POST", room.path + "/people/omar/unmute", ["tracks": ["audio"]])
    bench.run.report.expect(reply.status == 202, "asking was \(reply.short)")
    bench.run.report.expect(reply["outcome"] == "requested" && reply["changed"] == .null, "asking claims something")
    try await bench.settled()
    let told = await bench.events(in: room).compactMap { $0["type"]?.stringValue }
    bench.run.report.expect(
      !told.contains("participant.unmuted") && !told.contains("message.sent"), "asking was told as \(told)")
  }

  private static func history(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let connection = try await bench.join("omar", room)
    try await bench.join("priya", room)
    try await bench.run.devices().leave(connection, room.provided)
    _ = try await bench.awaitEvent("participant.left", about: "omar", in: room)
    let sessions = await bench.send("GET", room.path + "/sessions").items
    bench.run.report.expect(sessions.count == 1, "there are \(sessions.count) occurrences")
    let id = sessions.first?["id"]?.stringValue ?? ""
    let stays = await bench.send("GET", room.path + "/sessions/" + id)["attendance"]?["items"]?.arrayValue ?? []
    let left = stays.filter { $0["left_at"]?.stringValue != nil }.compactMap {
      $0["person"]?["external_id"]?.stringValue
    }
    let inside = stays.filter { $0["left_at"] == .null }.compactMap { $0["person"]?["external_id"]?.stringValue }
    bench.run.report.expect(left == ["omar"] && inside == ["priya"], "left: \(left), inside: \(inside)")
  }
}
