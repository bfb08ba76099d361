import JSONCoding
import MeetingCore
import MockKit
import Testing

@testable import VideoSDKAdapter

/// What the seat hears, as facts.
@Suite struct SeatReaderTests {
  private static let seat = ParticipantID.seat(in: Fixture.roomKey)
  private static let ana = SignallingPeer(id: "ana_mb_dc", displayName: "Ana", mode: .sendAndReceive)

  private static func reader() -> SeatReader {
    var reader = SeatReader(seat: seat, kind: .audioRoom)
    _ = reader.facts(
      .joined(SignallingEntry(session: "s-1", peers: [], knowsPeers: true, messages: [])), at: Fixture.now)
    return reader
  }

  private static func facts(_ news: SignallingNews) -> [Fact] {
    var reader = reader()
    return reader.facts(news, at: Fixture.now)
  }

  private static func details(_ news: SignallingNews) -> [Fact.Detail] { facts(news).map(\.detail) }

  private static func joined(_ id: String, agent: Bool = false) -> Fact.Detail {
    .joined(ConnectionName.joined(id, session: "s-1", isAgent: agent))
  }

  private static func message(
    _ topic: String, _ text: String, from sender: String = "ana_mb_dc", payload: JSON = .null, id: String = "m-1",
    to recipients: [String]? = nil
  ) -> SignallingNews {
    var json: JSONObject = [
      "id": .string(id), "topic": .string(topic), "message": .string(text), "senderId": .string(sender),
      "senderName": "Ana", "timestamp": "2026-01-01T00:00:00.000Z", "payload": payload,
    ]
    json["sendOnly"] = recipients.map { .array($0.map(JSON.string)) }
    return .message(SignallingMessage(.object(json))!)
  }

  @Test func whoIsThereIsToldWithTheSeat() {
    var reader = SeatReader(seat: Self.seat, kind: .audioRoom)
    let entry = SignallingEntry(
      session: "s-1",
      peers: [
        Self.ana, SignallingPeer(id: "bot", displayName: "Bot", isAgent: true),
        SignallingPeer(id: Self.seat, displayName: "Switchboard", mode: .signallingOnly),
        SignallingPeer(id: "other", displayName: "Seat", metaData: SeatMark.metaData),
      ], knowsPeers: true, messages: [])
    let facts = reader.facts(.joined(entry), at: Fixture.now)
    #expect(
      facts.map(\.detail) == [
        .seat(isThere: true), Self.joined("ana_mb_dc"), .mode(connection: "ana_mb_dc", publishes: true),
        Self.joined("bot", agent: true),
      ])
    #expect(facts.allSatisfy { $0.source == .socket && $0.occurredAt == Fixture.now && $0.isTimed })
    #expect(reader.session == "s-1")
  }

  @Test func comingAndGoingIsTold() {
    #expect(
      Self.details(.peerJoined(SignallingPeer(id: "leo", displayName: "Leo", mode: .receiveOnly))) == [
        Self.joined("leo"), .mode(connection: "leo", publishes: false),
      ])
    #expect(Self.details(.peerJoined(SignallingPeer(id: "leo", displayName: "Leo"))) == [Self.joined("leo")])
    let reasons: [(Int?, MeetingCore.LeaveReason?)] = [
      (nil, nil), (1001, nil), (1002, .removed), (1003, .removed), (1004, nil), (1005, nil), (1006, .roomEnded),
      (1007, nil), (1008, .roomEnded), (1009, .roomEnded), (1010, .removed), (1011, .superseded), (1101, .left),
      (1102, .aborted),
    ]
    for (code, reason) in reasons {
      #expect(
        Self.details(.peerLeft(Self.ana, SignallingDeparture(code: code, words: ""))) == [
          .left(connection: "ana_mb_dc", person: "ana@b.c", reason: reason)
        ], "\(code ?? 0)")
    }
  }

  @Test func ofItselfItTellsNothing() {
    let own = SignallingPeer(id: Self.seat, displayName: "Switchboard")
    let news: [SignallingNews] = [
      .peerJoined(own), .peerLeft(own, .unsaid), .modeChanged(peer: Self.seat, .receiveOnly),
      .mediaChanged(peer: Self.seat, .audio, isOn: true), Self.message("CHAT", "hello", from: Self.seat),
      .streamOpened(SignallingStream(id: "x", peer: Self.seat, media: .audio)),
    ]
    for one in news { #expect(Self.details(one).isEmpty) }
    #expect(Self.details(.speaker(Self.seat)) == [.speaker(connection: nil, level: nil)])
  }

  @Test func tracksAreToldWhole() {
    func on(_ kind: TrackKind, _ isOn: Bool) -> [Fact.Detail] {
      [.tracks(connection: "ana", [kind: TrackState(publishing: isOn, muted: !isOn)])]
    }
    #expect(Self.details(.mediaChanged(peer: "ana", .audio, isOn: true)) == on(.audio, true))
    #expect(Self.details(.mediaChanged(peer: "ana", .video, isOn: false)) == on(.video, false))
    #expect(
      Self.details(.streamOpened(SignallingStream(id: "x", peer: "ana", media: .share))) == on(.screen, true))
    #expect(
      Self.details(.streamClosed(SignallingStream(id: "x", peer: "ana", media: .share))) == on(.screen, false))
    #expect(Self.details(.streamOpened(SignallingStream(id: "x", peer: "ana", media: .shareAudio))).isEmpty)
  }

  @Test func modesAndSpeakersAreTold() {
    #expect(
      Self.details(.modeChanged(peer: "ana", .signallingOnly)) == [.mode(connection: "ana", publishes: false)])
    #expect(Self.details(.speaker("ana")) == [.speaker(connection: "ana", level: nil)])
    #expect(Self.details(.speaker(nil)) == [.speaker(connection: nil, level: nil)])
  }

  @Test(
    arguments: [
      ("recordingStarted", [:], EgressPlan.recording(.room), EgressReport.Step.started),
      ("recordingStateChanged", ["status": "RECORDING_STOPPED"], .recording(.room), .stopped),
      ("livestreamStarted", [:], .rtmp(destination: nil, fingerprint: nil), .started),
      ("hlsPlayableStateChanged", ["isPlayable": true], .hls, .started), ("hlsStopped", [:], .hls, .stopped),
      (
        "transcriptionStateChanged", ["status": "TRANSCRIPTION_STARTED"],
        .transcription(language: nil, captions: false), .started
      ),
    ] as [(String, JSON, EgressPlan, EgressReport.Step)])
  func whatRunsForAllIsTold(_ row: (method: String, data: JSON, plan: EgressPlan, step: EgressReport.Step)) throws {
    let activity = try #require(SignallingActivity(method: row.method, data: row.data))
    #expect(Self.details(.activity(activity)) == [.egress(EgressReport(row.plan, row.step, session: "s-1"))])
    let starting = try #require(
      SignallingActivity(method: "recordingStateChanged", data: ["status": "RECORDING_STARTING"]))
    #expect(Self.details(.activity(starting)).isEmpty)
  }

  // MARK: Talk

  @Test func aMessageIsItsSendersWord() {
    let said = Self.facts(Self.message("CHAT", "hello"))
    #expect(
      said.map(\.detail) == [.message(RoomMessage(from: "ana@b.c", payload: JSONText(#""hello""#)), id: nil)])
    #expect(said[0].key == "pubsub:m-1")
    #expect(
      Self.details(
        Self.message("polls", "q", from: "_z0123456789abcdef", payload: ["senderId": "nadia"], to: ["bo", "_zx"])) == [
          .message(
            RoomMessage(
              from: nil, to: ["bo"], topic: "polls",
              payload: JSONText(#"{"message":"q","payload":{"senderId":"nadia"}}"#)), id: nil)
        ], "who a payload says it is from does not count")
  }

  @Test func messagesWithoutNumbersAreToldApart() {
    let keys = [
      Self.message("CHAT", "a", id: ""), Self.message("CHAT", "b", id: ""), Self.message("CHAT", "a", id: ""),
    ].map { Self.facts($0).first?.key }
    #expect(keys[0] == keys[2] && keys[0] != keys[1] && keys[0] != nil)
  }

  @Test func aMessageThatIsTooLargeIsShownCut() {
    let details = Self.details(Self.message("CHAT", String(repeating: "a", count: 20_000)))
    if case .unknown("pubsubMessage", let payload) = details.first {
      #expect(payload.text.utf8.count <= 16_000)
    } else {
      Issue.record("was told as \(details)")
    }
  }

  @Test func aHandIsItsSenders() {
    #expect(
      Self.details(Self.message("RAISE_HAND", "please")) == [
        .permissionRequested(person: "ana@b.c", permissions: [.sendAudio])
      ])
    #expect(Self.details(Self.message("RAISE_HAND", "x", from: "_z0123456789abcdef")).isEmpty)
    #expect(
      Self.details(Self.message("RAISE_HAND", "x", from: Self.seat, payload: ["switchboard": ["type": "x"]])).isEmpty)
  }

  @Test func aReactionIsItsText() {
    #expect(
      Self.details(Self.message("REACTION", "👏")) == [
        .reaction(RoomReaction(from: "ana@b.c", type: "👏", emoji: "👏"), id: nil)
      ])
    #expect(Self.details(Self.message("REACTION", "")).isEmpty)
  }

  @Test func whatIsWrittenDownIsACaption() throws {
    let fact = try #require(
      Self.facts(
        .other(
          method: "transcriptionText",
          data: [
            "participantId": "ana_mb_dc", "participantName": "Ana", "text": "good evening",
            "timestamp": "2026-01-01T00:00:00Z",
          ])
      ).first)
    #expect(
      fact.detail
        == .caption(
          Caption(
            id: nil, person: "ana@b.c", text: "good evening", language: nil, isFinal: nil,
            startedAt: Fixture.time("2026-01-01T00:00:00Z"), endedAt: nil)))
    #expect(fact.key?.hasPrefix("caption:") == true)
    #expect(Self.details(.other(method: "transcriptionText", data: [:])).isEmpty)
    #expect(Self.details(.other(method: "somethingNew", data: ["text": "x"])).isEmpty)
  }

  @Test func whatTheSeatSaidItselfIsOurs() throws {
    let message = RoomMessage(from: "ana@b.c", to: ["bo"], topic: "polls", payload: JSONText(#"{"n":1}"#))
    let request = SeatMessage.message(message, id: "msg_1", from: Person(externalID: "ana@b.c"), to: ["bo"])
    let echo = Self.message(
      "polls", request.data["message"]?.stringValue ?? "", from: Self.seat, payload: request.data["payload"] ?? .null)
    let fact = try #require(Self.facts(echo).first)
    #expect(fact.detail == .message(message, id: "msg_1") && fact.key == message.factKey(id: "msg_1"))
    let forged = Self.message("polls", "x", from: "leo", payload: request.data["payload"] ?? .null)
    if case .message(_, let id) = Self.details(forged).first { #expect(id == nil, "anybody can write that") }
  }

  // MARK: What goes out

  @Test func whatTheSeatPublishesIsMarked() {
    let ask = SeatMessage.changeMode(of: "leo", to: .receiveOnly)
    #expect(ask.method == "pubsubPublish")
    #expect(ask.data["topic"] == "CHANGE_MODE_leo")
    #expect(ask.data["message"] == #"{"mode":"RECV_ONLY"}"#)
    #expect(ask.data["options"] == ["persist": false, "sendOnly": ["leo"]])
    let said = SeatMessage.message(
      RoomMessage(from: "ana", topic: "polls", payload: JSONText(#"{"n":1}"#)), id: "msg_1",
      from: Person(externalID: "ana", name: "Ana"), to: nil)
    #expect(said.data["topic"] == "polls" && said.data["message"] == #"{"n":1}"#)
    #expect(
      said.data["payload"] == [
        "payload": ["n": 1],
        "switchboard": ["type": "message", "id": "msg_1", "from": ["external_id": "ana", "name": "Ana"]],
      ])
    let plain = SeatMessage.message(
      RoomMessage(from: "ana", payload: JSONText(#""hi""#)), id: "msg_2", from: Person(externalID: "ana"), to: ["bo"])
    #expect(plain.data["topic"] == "CHAT" && plain.data["message"] == "hi")
    #expect(plain.data["options"]?["sendOnly"] == ["bo"])
    let clap = SeatMessage.reaction(
      RoomReaction(from: "ana", type: "clap", emoji: "👏", custom: JSONText(#"{"k":1}"#)), id: "rct_1",
      from: Person(externalID: "ana"))
    #expect(clap.data["message"] == "👏" && clap.data["payload"]?["type"] == "clap")
    #expect(clap.data["payload"]?["custom"] == ["k": 1])
  }
}
