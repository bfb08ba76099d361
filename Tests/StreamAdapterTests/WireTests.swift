import AdapterKit
import Cryptography
import JSONCoding
import MeetingCore
import Testing

@testable import StreamAdapter

@Suite struct CallAddressTests {
  @Test func theFirstColonSplits() {
    #expect(CallAddress("default:16:23") == CallAddress(type: "default", id: "16:23"))
  }

  @Test(arguments: ["room-7", ":", "default:", ":x", ""])
  func halvesThatAreMissingMakeNoAddress(_ cid: String) { #expect(CallAddress(cid) == nil) }

  @Test(arguments: [
    ("room_01abc", true), ("room-7", false), ("room_", false), ("room_A", false), ("room_a/b", false), ("x", false),
  ])
  func ourRoomIDsAreKnownByTheirForm(_ id: String, _ expected: Bool) {
    #expect(CallAddress(type: "default", id: id).hasRoomKey == expected)
  }
}

@Suite struct StreamRequestTests {
  @Test func segmentsAndValuesArePercentEncoded() {
    let request = StreamRequest(
      operation: "x", method: "GET", path: ["video", "call", "a/b", "x y"], query: [("payload", "{\"a\":1}")])
    #expect(
      request.target(apiKey: "k&1") == "/api/v2/video/call/a%2Fb/x%20y?api_key=k%261&payload=%7B%22a%22%3A1%7D")
  }

  @Test func anEmptySegmentMakesNoURL() {
    #expect(StreamRequest.get(CallAddress(type: "audio_room", id: "")).target(apiKey: "k") == nil)
  }
}

@Suite struct WireTimeTests {
  @Test(arguments: [
    (JSON.string("2026-04-08T14:23:35.879421674Z"), 1_775_658_215_879_421_674 as Int64?),
    (.string("2026-04-08T14:23:35Z"), 1_775_658_215_000_000_000),
    (.string("2026-04-08T16:23:35.5+02:00"), 1_775_658_215_500_000_000),
    (.integer(1_775_658_215_879_421_674), 1_775_658_215_879_421_674), (.string(""), nil), (.null, nil),
    (.integer(1_775_658_215_879_421), 1_775_658_215_879_421_000),
    (.integer(1_775_658_215_879), 1_775_658_215_879_000_000),
    (.integer(1_775_658_215), 1_775_658_215_000_000_000), (.number(1_775_658_215_879), 1_775_658_215_879_000_000),
    (.integer(.max), .max),
    (.integer(32_503_680_000_000_000), .max), (.integer(99_999_999_999), .max), (.integer(.min), nil),
    (.integer(-1), nil), (.string("0001-01-01T00:00:00Z"), nil),
    (.string("1970-01-01T00:00:00Z"), nil), (.string("1969-12-31T23:59:59Z"), nil),
    (.integer(0), nil), (.bool(true), nil), (.number(1e300), nil), (.number(-1), nil), (.string("yesterday"), nil),
  ])
  func everyFamilyOfTimestampsIsRead(_ json: JSON, _ expected: Int64?) {
    #expect(WireTime.read(json)?.nanoseconds == expected)
  }
}

@Suite struct TokensTests {
  private let tokens = Tokens(secret: Secret(Fixture.secret))
  private let call = CallAddress(type: "audio_room", id: "room_1")

  @Test func tokensAreNeverIssuedInTheFuture() throws {
    let later = Fixture.now.advanced(bySeconds: 600)
    let text = try tokens.user("ana", call: call, issuedAt: Fixture.now, expiresAt: later)
    let claims = try JWT.verify(text, secret: Secret(Fixture.secret), now: Fixture.now.seconds)
    #expect(claims["iat"] == .integer(1_767_225_595))
    #expect(claims["exp"] == .integer(1_767_226_200))
    #expect(claims["user_id"] == "ana")
    #expect(claims["call_cids"] == ["audio_room:room_1"])
    #expect(claims["role"] == nil)
    #expect(claims["nbf"] == nil)
  }

  @Test func theServerTokenNamesNoUser() throws {
    let claims = try JWT.verify(
      try tokens.server(now: Fixture.now), secret: Secret(Fixture.secret), now: Fixture.now.seconds)
    #expect(claims["user_id"] == nil)
    #expect(claims["server"] == true)
    #expect(claims["iat"] == .integer(1_767_225_595))
  }
}

@Suite struct CallCustomTests {
  @Test func titleAndDescriptionStandWhereClientsLook() {
    let spec = Fixture.spec(title: "سلام Привет 会议", description: "d", custom: #"{"title":"mine","mood":"blue"}"#)
    #expect(CallCustom.custom(spec) == ["title": "سلام Привет 会议", "description": "d", "mood": "blue"])
  }

  @Test func aCallersTitleStaysWhereTheRoomHasNone() {
    #expect(CallCustom.custom(Fixture.spec(title: nil, custom: #"{"title":"mine"}"#)) == ["title": "mine"])
  }

  @Test func whatDoesNotFitIsLeftOut() {
    let big = String(repeating: "x", count: 4_000)
    let custom = CallCustom.custom(
      Fixture.spec(description: big, custom: "{\"a\":\"\(big)\",\"b\":1}"))
    #expect(custom["description"]?.stringValue == big)
    #expect(custom["a"] == nil)
    #expect(custom["b"] == 1)
    #expect(custom.bytes().count <= 5_000)
  }
}

@Suite struct KeptEventTests {
  @Test func whatIsKeptHasNoStreamKeyAndNoSignedAddress() throws {
    let event: JSON = [
      "type": "call.updated",
      "call": [
        "egress": ["rtmps": [["name": "agt", "stream_key": "K-1", "stream_url": "rtmps://user:K-2@h/app"]]],
        "custom": ["access_token": "theirs"],
      ],
      "call_recording": ["filename": "a.mp4", "url": "https://files.example/a.mp4?Signature=K-3"],
      "user": ["id": "leo", "image": "https://images.example/leo.png?size=2"],
    ]
    let kept = KeptEvent.redacted(event)
    #expect(!kept.text().contains("K-"))
    #expect(kept["call"]?["custom"] == event["call"]?["custom"] && kept["user"] == event["user"])
    #expect(KeptEvent.digest(kept) == KeptEvent.digest(event))
    #expect(KeptEvent.plain(kept).objectValue?.pairs.map(\.key) == event.objectValue?.pairs.map(\.key))
  }

  @Test(arguments: ["call.recording_ready", "call.rtmp_broadcast_started", "call.something_new"])
  func whatIsKeptIsReadToTheSameFacts(_ type: String) throws {
    let event: JSON = [
      "type": .string(type), "call_cid": "audio_room:room_0000000000000000000000000a", "name": "egr_1",
      "egress_id": "e-1", "created_at": "2026-01-01T00:00:00Z",
      "call_recording": [
        "filename": "a.mp4", "url": "https://files.example/a.mp4?Signature=K-3", "session_id": "s",
        "start_time": "2026-01-01T00:00:00Z", "end_time": "2026-01-01T00:01:00Z",
      ],
      "call": ["egress": ["rtmps": [["name": "egr_1", "stream_key": "K-1"]]]],
    ]
    let kept = Fixture.offline.kept(event.bytes())
    #expect(!String(decoding: kept, as: UTF8.self).contains("K-"))
    let facts = Fixture.offline.read(kept, receivedAt: Fixture.now)
    #expect(facts == Fixture.offline.read(event.bytes(), receivedAt: Fixture.now) && facts.isReadable)
  }

  @Test func whatHasNoSecretIsKeptAsItCame() {
    let event: JSON = ["type": "call.ended", "call_cid": "default:x"]
    #expect(KeptEvent.redacted(event) == event)
  }
}

@Suite struct PayloadRedactionTests {
  @Test func secretsAndSignedAddressesAreTakenOut() throws {
    let text = PayloadRedaction.redacted([
      "type": "call.x", "token": "abc", "deep": [["stream_key": "k", "url": "https://h/f?Signature=zzz&x=1"]],
      "api_secret": 17, "n": 4,
    ])
    let json = try JSON.parse(Array(text.utf8), mode: .strict)
    #expect(json["token"] == "<redacted>")
    #expect(json["api_secret"] == "<redacted>")
    #expect(json["n"] == 4)
    #expect(!text.contains("zzz") && !text.contains("\"k\""))
  }

  @Test func aLargeEventKeepsItsPlainMembers() throws {
    let text = PayloadRedaction.redacted([
      "type": "call.x", "big": .array(Array(repeating: .string("0123456789"), count: 4_000)),
    ])
    #expect(text.utf8.count <= 16_000)
    #expect(try JSON.parse(Array(text.utf8), mode: .strict) == ["truncated": true, "type": "call.x"])
  }
}
