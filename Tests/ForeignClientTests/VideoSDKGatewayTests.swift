import JSONCoding
import ProgramTesting
import Testing

/// The vendor's own client enters with the gateway's tokens, and the gateway sees it, hears it and acts on it.
@Suite(
  "The vendor's own client for Python, in a room of the gateway's",
  .enabled(if: Guest.isInstalled, "scripts/videosdk-client installs it"))
struct VideoSDKGatewayTests {
  @Test("enters with the gateway's token and is seen once, with its microphone; the gateway's seat is nobody")
  func seen() async throws {
    try await GatewayRoom.running { room in
      let ann = try await room.joined("ann", more: ["--mic"])
      #expect(try await room.becomes("ann") { $0["tracks", "audio", "publishing"] == true }, "\(ann.story)")
      let listed = try await room.get("/participants").items
      #expect(listed.map { $0["person", "external_id"] } == ["ann"])
      #expect(listed.first?["role"] == "speaker" && listed.first?["permissions"] == ["send_audio"])
      #expect(listed.first?["provider_refs"] == ["participant": "ann"])
      #expect(try await room.get("")["session", "participant_count"] == 1)
      let session = try await ann.did("session")?["session"]?.stringValue
      #expect(session?.isEmpty == false)
      // Both the vendor's delivery and the seat tell of it.
      #expect(try await room.told("participant.joined").count == 1)
      #expect(try await room.told("session.started").count == 1)
      try ann.perform("leave")
      #expect(await ann.event("meeting_left") != nil, "\(ann.story)")
      #expect(await ann.end() == 0, "\(ann.story)")
      // This client leaves by closing its connection, which is all that the vendor tells of those who lose theirs, too.
      #expect(try await room.told("participant.left").map { $0["data", "reason"] } == [.null])
      #expect(try await room.get("/participants").items == [])
    }
  }

  @Test("what it says on a topic is an event, and it hears what the gateway says")
  func talks() async throws {
    try await GatewayRoom.running { room in
      let ann = try await room.joined("ann")
      try await ann.did("publish", ["topic": "CHAT", "message": "good evening", "payload": ["n": 1]])
      let told = try await room.told("message.sent")
      #expect(told.map { $0["data", "from", "external_id"] } == ["ann"])
      #expect(told.first?["data", "payload"] == ["message": "good evening", "payload": ["n": 1]])
      try await ann.did("publish", ["topic": "REACTION", "message": "👏"])
      #expect(try await room.told("reaction.sent").first?["data", "emoji"] == "👏")

      _ = try await ann.did("subscribe", ["topic": "CHAT"])
      let sent = try await room.post("/messages", ["from": "nadia", "payload": ["text": "welcome"]])
      #expect(sent.status == 201, "\(sent.text)")
      let heard = await ann.event("message") { $0["data"]?["payload"]?["payload"] == ["text": "welcome"] }?["data"]
      let seat = try await room.joinToken("ann", as: "speaker").string("conventions", "seat_id")
      #expect(heard?["senderId"]?.stringValue == seat, "\(ann.story)")
      #expect(heard?["payload"]?["switchboard"]?["id"] == sent["id"])
      // Its own word comes back to the seat, and is told once.
      let words = try await room.told("message.sent", count: 2).map { $0["data", "from", "external_id"] }
      #expect(words == ["ann", "nadia"])
      #expect(await ann.end() == 0, "\(ann.story)")
    }
  }

  @Test("is muted: the mute has succeeded once the vendor says that its microphone is off, and it is off")
  func muted() async throws {
    try await GatewayRoom.running { room in
      let ann = try await room.joined("ann", more: ["--mic"])
      #expect(try await room.becomes("ann") { $0["tracks", "audio", "publishing"] == true }, "\(ann.story)")
      #expect(try await ann.did("microphone") == ["on": true])
      let asked = try await room.post("/people/ann/mute", ["tracks": ["audio"]])
      #expect(asked.status == 202 && asked["outcome"] == "pending", "\(asked.text)")
      #expect(try await room.end(of: asked["operation"]) == "succeeded", "\(ann.story)")
      #expect(try await ann.did("microphone") == ["on": false])
      let track = try await room.participant("ann")?["tracks", "audio"]
      #expect(track?["publishing"] == false && track?["muted"] == true)
      let told = try await room.events("participant.muted,operation.finished").map { $0["type"] }
      #expect(told == ["participant.muted", "operation.finished"])
      let again = try await room.post("/people/ann/mute", ["tracks": ["audio"]])
      #expect(again.status == 200 && again["outcome"] == "applied" && again["changed"] == false, "\(again.text)")
      _ = await ann.end()
    }
  }

  @Test("is removed, and again when it comes back although it must not")
  func removed() async throws {
    try await GatewayRoom.running { room in
      let grant = try await room.joinToken("ann", as: "speaker")
      let (ann, bob) = (try await room.joined("ann"), try await room.joined("bob"))
      let removed = try await room.post("/people/ann/remove", ["prevent_rejoin": "forever"])
      #expect(removed["outcome"] == "applied" && removed["rejoin", "enforced"] == "on_join", "\(removed.text)")
      #expect(await ann.event("meeting_left") != nil, "\(ann.story)")
      #expect(await ann.end() == 0, "\(ann.story)")
      #expect(try await room.told("participant.left").map { $0["data", "reason"] } == ["removed"])
      #expect(try await eventually { try await !room.connections().contains("ann") })

      // Its token is still good at the vendor.
      let again = try room.guest(grant)
      try again.perform("join")
      let left = try await room.told("participant.left", count: 2).map { $0["data", "reason"] }
      #expect(left == ["removed", "not_admitted"], "\(again.story)")
      #expect(try await eventually { try await !room.connections().contains("ann") })
      #expect(try await room.get("/participants").items.map { $0["person", "external_id"] } == ["bob"])
      #expect(await bob.end() == 0, "\(bob.story)")
    }
  }

  @Test("raises its hand: the gateway lists it, and it is asked to speak; another hand is turned down")
  func raisesItsHand() async throws {
    try await GatewayRoom.running { room in
      let grant = try await room.joinToken("leo", as: "listener")
      let topic = try grant.string("conventions", "topics", "change_mode")
      let hand = try grant.string("conventions", "topics", "raise_hand")
      let seat = try grant.string("conventions", "seat_id")
      let leo = try await room.joined("leo", as: "listener")
      _ = try await leo.did("subscribe", ["topic": .string(topic)])
      _ = try await leo.did("subscribe", ["topic": .string(hand)])
      try await leo.did("publish", ["topic": .string(hand), "message": "may I?"])
      let first = try await pending(in: room)
      #expect(first["person", "external_id"] == "leo" && first["permissions"] == ["send_audio"], "\(leo.story)")
      #expect(try await room.told("permission.requested").count == 1)
      let granted = try await room.post("/permission-requests/\(first.string("id"))/grant")
      #expect(granted.status == 202 && granted["outcome"] == "requested", "\(granted.text)")
      let asked = await leo.event("message") { $0["data"]?["topic"]?.stringValue == topic }?["data"]
      #expect(asked?["senderId"]?.stringValue == seat, "\(leo.story)")
      #expect(asked?["message"]?.stringValue.map { $0.contains("SEND_AND_RECV") } == true, "\(leo.story)")

      let mia = try await room.joined("mia", as: "listener")
      _ = try await mia.did("subscribe", ["topic": .string(hand)])
      try await mia.did("publish", ["topic": .string(hand), "message": "and I?"])
      let second = try await pending(in: room, of: "mia")
      #expect(try await room.post("/permission-requests/\(second.string("id"))/reject")["state"] == "rejected")
      let refusal = await mia.event("message") {
        $0["data"]?["payload"]?["switchboard"]?["type"] == "permission.rejected"
      }
      #expect(refusal?["data"]?["senderId"]?.stringValue == seat, "\(mia.story)")
      for one in [leo, mia] { #expect(await one.end() == 0, "\(one.story)") }
    }
  }

  private func pending(in room: GatewayRoom, of person: String = "leo") async throws -> JSON {
    var found: JSON?
    _ = try await eventually {
      found = try await room.get("/permission-requests?state=pending&external_id=\(person)").items.first
      return found != nil
    }
    guard let found else { throw Failure("the gateway has heard of no hand of \(person)'s") }
    return found
  }
}

extension JSON {
  fileprivate func string(_ name: String) throws -> String {
    guard let value = self[name]?.stringValue else { throw Failure("no \(name) in \(text())") }
    return value
  }
}
