import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct TalkTests {
  private static let path = "/video/call/audio_room/\(Fixture.roomKey)"
  private static let messageID = "msg_01kdvq4r7p0000000000000000"
  private static let reactionID = "rct_01kdvq4r7p0000000000000000"
  private static let bo = Person(externalID: "bo|1", name: "Bo")
  private static let message = RoomMessage(
    from: "bo|1", to: ["ana"], topic: "chat", payload: JSONText(#"{"text":"hi"}"#))
  private static let reaction = RoomReaction(
    from: "bo|1", type: "clap", emoji: ":clap:", custom: JSONText(#"{"loud":true,"switchboard":"mine"}"#))

  private func send(_ message: RoomMessage, _ transport: AnsweringTransport) async throws {
    try await Fixture.provider(transport).send(
      message, id: Self.messageID, from: Self.bo, to: Fixture.room, Fixture.context())
  }

  @Test func aMessageIsACustomEventInTheSendersName() async throws {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    try await send(Self.message, transport)
    #expect(transport.lines == ["POST \(Self.path)/event"])
    #expect(
      transport.asked[0].body == [
        "user_id": "bo_p1",
        "custom": [
          "switchboard": ["type": "message", "id": .string(Self.messageID), "topic": "chat", "to": ["ana"]],
          "payload": ["text": "hi"],
        ],
      ])
    let claims = try Self.claims(transport.requests[0])
    #expect(claims["server"] == true && claims["user_id"] == nil)
  }

  @Test func aReactionGoesOutWithThePersonsOwnToken() async throws {
    let transport = AnsweringTransport { _, _ in .json(["reaction": [:]]) }
    try await Fixture.provider(transport).react(
      Self.reaction, id: Self.reactionID, from: Self.bo, in: Fixture.room, Fixture.context())
    #expect(transport.lines == ["POST \(Self.path)/reaction"])
    #expect(
      transport.asked[0].body == [
        "type": "clap", "emoji_code": ":clap:",
        "custom": ["loud": true, "switchboard": ["type": "reaction", "id": .string(Self.reactionID)]],
      ])
    let claims = try Self.claims(transport.requests[0])
    #expect(claims["user_id"] == "bo_p1" && claims["server"] == nil)
    #expect(claims["call_cids"] == [.string(Fixture.cid)])
    let now = Fixture.now.seconds
    #expect((claims["iat"]?.integerValue ?? .max) <= now && (claims["exp"]?.integerValue ?? 0) <= now + 300)
  }

  @Test func somebodyTheServiceMissesIsMadeKnownOnce() async throws {
    let transport = AnsweringTransport { asked, index in
      if index == 0 { return .error(16, 404, #"SendVideoReaction failed with error: "the user bo_p1 does not exist""#) }
      return asked.method == "GET" ? .json(["users": []], status: 200) : .json([:])
    }
    try await Fixture.provider(transport).react(
      Self.reaction, id: Self.reactionID, from: Self.bo, in: Fixture.room, Fixture.context())
    #expect(
      transport.lines == ["POST \(Self.path)/reaction", "GET /users", "POST /users", "POST \(Self.path)/reaction"])
    #expect(transport.asked[2].body["users"]?["bo_p1"] == ["id": "bo_p1", "name": "Bo"])
  }

  @Test func whatMayHaveBeenSentIsNotSentAgain() async {
    let transport = AnsweringTransport { _, _ in
      .failure(HTTPClientFailure(.firstByteTimeout, requestMayHaveBeenSent: true))
    }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).send(
        Self.message, id: Self.messageID, from: Self.bo, to: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .timeout && error?.executed == .maybe)
    #expect(transport.requests.count == 1)
  }

  @Test func theLimitCountsWhatWeAddToAMessage() throws {
    let plain = RoomMessage(from: "bo", payload: JSONText("null"))
    for message in [Self.message, plain, RoomMessage(from: "bo", topic: "ä\"", payload: JSONText("1"))] {
      let limit = try #require(Fixture.offline.payloadLimit(of: message, id: Self.messageID))
      let payload = JSON.string(String(repeating: "x", count: limit - 2))
      #expect(payload.text().utf8.count == limit)
      #expect(Signal.message(message, id: Self.messageID, payload: payload).bytes().count == Signal.limit)
    }
    let many = RoomMessage(
      from: "bo", to: (0..<100).map { "\($0)" + String(repeating: "x", count: 100) }, payload: JSONText("1"))
    #expect(try #require(Fixture.offline.payloadLimit(of: many, id: Self.messageID)) < 0)
  }

  @Test func theLimitCountsWhatWeAddToAReaction() throws {
    let limit = try #require(Fixture.offline.customLimit(of: Self.reaction, id: Self.reactionID))
    let custom: JSON = ["a": .string(String(repeating: "x", count: limit - 8))]
    #expect(custom.text().utf8.count == limit)
    #expect(Signal.reaction(id: Self.reactionID, custom: custom).bytes().count == Signal.limit)
  }

  // MARK: Echoes

  private func read(_ type: String, _ members: JSON) -> [Fact] {
    var event = JSONObject()
    event["type"] = .string(type)
    event["call_cid"] = .string(Fixture.cid)
    event["created_at"] = "2026-01-01T00:00:00.123456789Z"
    for (key, value) in members.objectValue?.pairs ?? [] { event[key] = value }
    return Fixture.offline.read(JSON.object(event).bytes(), receivedAt: Fixture.now).facts
  }

  @Test func theEchoOfOurOwnHasTheKeyOfOurOwn() {
    let custom = Signal.message(Self.message, id: Self.messageID, payload: Signal.json(Self.message.payload))
    let said = read("custom", ["custom": custom, "user": ["id": "bo_p1"]])
    #expect(said.map(\.detail) == [.message(Self.message, id: Self.messageID)])
    #expect(said.map(\.key) == [Self.message.factKey(id: Self.messageID)])
    let told: JSON = [
      "type": "clap", "emoji_code": ":clap:", "user": ["id": "bo_p1"],
      "custom": Signal.reaction(id: Self.reactionID, custom: ["loud": true]),
    ]
    let shown = read("call.reaction_new", ["reaction": told])
    let clap = RoomReaction(from: "bo|1", type: "clap", emoji: ":clap:", custom: JSONText(#"{"loud":true}"#))
    #expect(shown.map(\.detail) == [.reaction(clap, id: Self.reactionID)])
    #expect(shown.map(\.key) == [clap.factKey(id: Self.reactionID)])
  }

  @Test func ourMessageInAnotherUsersNameIsAnotherMessage() {
    let custom = Signal.message(Self.message, id: Self.messageID, payload: "forged")
    let key = read("custom", ["custom": custom, "user": ["id": "mallory"]]).first?.key
    #expect(key != nil && key != Self.message.factKey(id: Self.messageID))
  }

  @Test(
    arguments: [
      ["switchboard": ["type": "unmute.requested", "to": ["bo"], "tracks": ["audio"]]],
      ["switchboard": ["type": "permission.rejected", "request_id": "prq_1"]],
    ] as [JSON])
  func ourOwnSignalsAreNoNews(_ custom: JSON) {
    #expect(read("custom", ["custom": custom, "user": ["id": "nadia"]]).isEmpty)
  }

  @Test(
    arguments: [
      ["switchboard": ["type": "message", "topic": "chat"], "payload": [1, 2]],
      [
        "switchboard": ["type": "message", "topic": "chat", "id": "msg_short", "to": [], "more": 1], "payload": [1, 2],
      ],
      [
        "switchboard": ["type": "message", "topic": "chat", "id": "rec_01kdvq4r7p0000000000000000", "to": 1],
        "payload": [1, 2],
      ],
    ] as [JSON])
  func aClientMayFollowOurForm(_ custom: JSON) {
    let facts = read("custom", ["custom": custom, "user": ["id": "bo"]])
    #expect(
      facts.map(\.detail) == [.message(RoomMessage(from: "bo", topic: "chat", payload: JSONText("[1,2]")), id: nil)])
    #expect(facts.first?.key != nil)
  }

  @Test func equalWordsAtAnotherTimeOrFromAnotherAreOtherMessages() {
    let said: JSON = ["custom": ["n": 1], "user": ["id": "bo"]]
    let key = read("custom", said).first?.key
    #expect(key != nil && key == read("custom", said).first?.key)
    for other in [
      ["custom": ["n": 1], "user": ["id": "ana"]], ["custom": ["n": 2], "user": ["id": "bo"]],
      ["custom": ["n": 1], "user": ["id": "bo"], "created_at": "2026-01-01T00:00:00.2Z"],
    ] as [JSON] {
      #expect(read("custom", other).first?.key != key, "\(other)")
    }
    let shown: JSON = ["reaction": ["type": "clap", "user": ["id": "bo"]]]
    let later: JSON = ["reaction": ["type": "clap", "user": ["id": "bo"]], "created_at": "2026-01-01T00:00:00.3Z"]
    #expect(read("call.reaction_new", shown).first?.key != read("call.reaction_new", later).first?.key)
  }

  @Test func whoIsNotOursIsNobodyAndWhatIsTooLargeIsShownCut() {
    guard case .message(let message, _)? = read("custom", ["custom": ["a": 1], "user": ["id": "!x"]]).first?.detail
    else {
      Issue.record("no message")
      return
    }
    #expect(message.from == nil)
    let large = read("custom", ["custom": ["a": .string(String(repeating: "x", count: 20_000))], "user": ["id": "bo"]])
    guard case .unknown("custom", let payload)? = large.first?.detail else {
      Issue.record("not kept as it is")
      return
    }
    #expect(payload.text.utf8.count <= 16_000)
  }

  private static func claims(_ request: HTTPClientRequest) throws -> JSON {
    let token = try #require(request.fields["Authorization"])
    let parts = token.split(separator: ".")
    return try JSON.parse(try #require(Base64URL.decode(String(parts[1]))), mode: .strict)
  }
}
