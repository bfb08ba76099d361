import JSONCoding
import MeetingCore
import ProgramTesting
import Testing

@testable import VideoSDKAdapter

@Suite("A signalling session hears of the room")
struct SessionRoomTests {
  private static let ana: JSON = ["id": "ana", "displayName": "Ana", "mode": "SEND_AND_RECV"]

  private func stream(_ id: String, _ peer: String, _ media: PeerMedia) -> SignallingStream {
    SignallingStream(id: id, peer: peer, media: media)
  }

  @Test("people come and go, once each")
  func peers() {
    let bench = SessionBench.joined()
    bench.hear("newPeer", Self.ana)
    bench.hear("newPeer", Self.ana)
    bench.hear("newPeer", ["id": "me"])
    bench.hear("newPeer", [:])
    bench.hear("peerClosed", ["peerId": "ana", "reasonCode": 1010])
    bench.hear("peerClosed", ["peerId": "ana"])
    let ana = SignallingPeer(id: "ana", displayName: "Ana", mode: .sendAndReceive)
    #expect(bench.takeNews() == [.peerJoined(ana), .peerLeft(ana, SignallingDeparture(code: 1010, words: ""))])
  }

  @Test(
    "why somebody went goes by several names",
    arguments: [
      (["reasonCode": 1002], 1002, ""), (["leaveReason": "1006"], 1006, ""),
      (["reason": ["code": 1009, "message": "ended"]], 1009, "ended"), (["reason": "removed"], nil, "removed"),
      (["code": 1011], 1011, ""), ([:], nil, ""), (["reasonCode": "x", "reason": 7.5], nil, ""),
    ] as [(JSON, Int?, String)])
  func departures(_ data: JSON, _ code: Int?, _ words: String) {
    #expect(SignallingDeparture(data) == SignallingDeparture(code: code, words: words))
  }

  @Test("who speaks is told when it changes; nobody is nil, written either way")
  func speaker() {
    let bench = SessionBench.joined(peers: [Self.ana])
    for peer in ["ana", "ana", "me"] { bench.hear("activeSpeaker", ["peerId": .string(peer), "volume": 3]) }
    bench.hear("activeSpeaker", [:])
    bench.hear("activeSpeaker", ["peerId": .null])
    bench.hear("activeSpeaker", ["peerId": "ana"])
    bench.hear("activeSpeaker", ["peerId": .null])
    #expect(
      bench.takeNews() == [
        .speaker("ana"), .speaker("me"), .speaker(nil), .speaker("ana"), .speaker(nil),
      ])
  }

  @Test("modes come in both vocabularies, and are told when they change")
  func modes() {
    let bench = SessionBench.joined(peers: [Self.ana])
    bench.hear("peerModeChanged", ["peerId": "ana", "mode": "CONFERENCE"])
    bench.hear("peerModeChanged", ["peerId": "ana", "mode": "VIEWER"])
    bench.hear("peerModeChanged", ["peerId": "ana", "mode": "SIGNALLING_ONLY"])
    bench.hear("peerModeChanged", ["peerId": "ana", "mode": "RECV_ONLY"])
    bench.hear("peerModeChanged", ["peerId": "ana", "mode": "SOMETHING_NEW"])
    bench.hear("peerModeChanged", ["peerId": "me", "mode": "SEND_AND_RECV"])
    bench.hear("peerModeChanged", ["peerId": "me", "mode": "CONFERENCE"])
    #expect(
      bench.takeNews() == [
        .modeChanged(peer: "ana", .signallingOnly), .modeChanged(peer: "ana", .receiveOnly),
        .other(method: "peerModeChanged", data: ["peerId": "ana", "mode": "SOMETHING_NEW"]),
        .modeChanged(peer: "me", .sendAndReceive),
      ])
  }

  @Test("what somebody publishes is one stream, whichever way it is told of and in whichever order")
  func streams() {
    let bench = SessionBench.joined(mode: .sendAndReceive, peers: [Self.ana])
    let consumer: JSON = ["id": "c1", "producerId": "p1", "kind": "audio", "peerId": "ana", "appData": [:]]
    #expect(bench.ask("newConsumer", consumer) == .accepted(id: 7, data: [:]))
    bench.hear("participantMediaStateChanged", ["peerId": "ana", "kind": "audio", "newState": true])
    bench.hear("participantMediaStateChanged", ["peerId": "ana", "kind": "audio", "newState": false])
    bench.hear("consumerClosed", ["consumerId": "c1"])
    let one = stream("c1", "ana", .audio)
    #expect(
      bench.takeNews() == [
        .streamOpened(one), .mediaChanged(peer: "ana", .audio, isOn: true),
        .mediaChanged(peer: "ana", .audio, isOn: false), .streamClosed(one),
      ])
    bench.hear("participantMediaStateChanged", ["peerId": "ana", "kind": "audio", "enabled": true])
    _ = bench.ask("newConsumer", consumer)
    bench.hear("consumerPaused", ["consumerId": "c1"])
    bench.hear("consumerClosed", ["consumerId": "c1"])
    let other = stream("ana-audio", "ana", .audio)
    #expect(
      bench.takeNews() == [
        .mediaChanged(peer: "ana", .audio, isOn: true), .streamOpened(other), .streamPaused(other, isPaused: true),
        .streamClosed(other),
      ])
  }

  @Test("a consumer that ends late does not end the one that took its place")
  func overlappingConsumers() {
    let bench = SessionBench.joined(mode: .sendAndReceive, peers: [Self.ana])
    _ = bench.ask("newConsumer", ["id": "c1", "kind": "audio", "peerId": "ana"])
    _ = bench.ask("newConsumer", ["id": "c2", "kind": "audio", "peerId": "ana"])
    bench.hear("consumerClosed", ["consumerId": "c1"])
    #expect(bench.takeNews() == [.streamOpened(stream("c1", "ana", .audio))])
    bench.hear("consumerClosed", ["consumerId": "c2"])
    bench.hear("consumerClosed", ["consumerId": "c2"])
    #expect(bench.takeNews() == [.streamClosed(stream("c1", "ana", .audio))])
  }

  @Test("a shared screen is told apart from a camera, and its sound from a microphone")
  func share() throws {
    let bench = SessionBench.joined(mode: .receiveOnly, peers: [Self.ana])
    for (id, kind, isShared) in [
      ("1", "audio", false), ("2", "audio", true), ("3", "video", false), ("4", "video", true),
    ] {
      _ = bench.ask(
        "newConsumer",
        ["id": .string(id), "kind": .string(kind), "peerId": "ana", "appData": ["share": .bool(isShared)]])
    }
    #expect(
      bench.takeNews() == [
        .streamOpened(stream("1", "ana", .audio)), .streamOpened(stream("2", "ana", .shareAudio)),
        .streamOpened(stream("3", "ana", .video)), .streamOpened(stream("4", "ana", .share)),
      ])
    bench.hear("peerClosed", ["peerId": "ana"])
    let closed = bench.takeNews()
    #expect(closed.count == 5)
    guard case .peerLeft? = closed.last else { throw Failure("the streams end before the person is gone") }
  }

  @Test("who receives nothing consumes nothing")
  func noConsuming() {
    let bench = SessionBench.joined(mode: .signallingOnly, peers: [Self.ana])
    let answer = bench.ask("newConsumer", ["id": "c1", "kind": "audio", "peerId": "ana"])
    #expect(answer == .refused(id: 7, code: 403, reason: "nothing is consumed"))
    #expect(bench.takeNews().isEmpty)
    #expect(bench.ask("newConsumer", ["id": "c1"]) != nil)
  }

  @Test("messages, with what their sender attached")
  func messages() throws {
    let bench = SessionBench.joined()
    bench.hear(
      "pubsubMessage",
      [
        "id": "m1", "topic": "CHAT", "message": "hi", "senderId": "ana", "senderName": "Ana", "timestamp": 1_700,
        "payload": ["a": [1, 2]], "sendOnly": ["me"],
      ])
    bench.hear("pubsubMessage", ["topic": "CHAT"])
    guard case .message(let message)? = bench.takeNews().first else { throw Failure("told something else") }
    #expect(message.id == "m1" && message.topic == "CHAT" && message.message == "hi" && message.senderID == "ana")
    #expect(message.timestamp == "1700" && message.payload == ["a": [1, 2]] && message.recipients == ["me"])
    #expect(bench.takeNews().isEmpty)
  }

  @Test("what runs for the whole room, however it is told")
  func activities() {
    let bench = SessionBench.joined()
    bench.hear("recordingStarted")
    bench.hear("recordingStateChanged", ["status": "RECORDING_STOPPING"])
    bench.hear("transcriptionStateChanged", ["status": "TRANSCRIPTION_STARTED"])
    bench.hear("hlsStateChanged", ["status": "HLS_PLAYABLE", "playbackHlsUrl": "https://x"])
    bench.hear("hlsPlayableStateChanged", ["isPlayable": true])
    bench.hear("livestreamStopped")
    bench.hear("recordingStateChanged", ["status": "SOMETHING"])
    bench.hear("hlsSomething")
    let told = bench.takeNews()
    let activities = told.compactMap { if case .activity(let activity) = $0 { activity } else { nil } }
    #expect(activities.map(\.kind) == [.recording, .recording, .transcription, .hls, .hls, .livestream])
    #expect(activities.map(\.phase) == [.started, .stopping, .started, .playable, .playable, .stopped])
    #expect(activities.map(\.isState) == [false, true, true, true, true, false])
    #expect(told.count == 8)
  }

  @Test("who waits at the door, and what was decided")
  func lobby() {
    let bench = SessionBench.joined()
    bench.hear("entryRequested", ["id": "kim", "name": "Kim"])
    bench.hear("entryRequested", ["peerId": "lee"])
    bench.hear("entryResponded", ["id": "kim", "decision": "ALLOWED"])
    #expect(
      bench.takeNews() == [
        .entryRequested(peer: "kim", name: "Kim"), .entryRequested(peer: "lee", name: ""),
        .entryResponded(peer: "kim", decision: "allowed"),
      ])
    bench.take(.request(ticket: 1, .respond(to: "lee", isLetIn: false), within: nil))
    #expect(bench.request("respondEntry")?.data == ["peerId": "lee", "id": "lee", "decision": "denied"])
  }

  @Test("what nobody knows here is passed on, and what the service asks is answered")
  func unknown() {
    let bench = SessionBench.joined()
    bench.hear("whiteboardStarted", ["url": "https://x"])
    #expect(bench.takeNews() == [.other(method: "whiteboardStarted", data: ["url": "https://x"])])
    #expect(bench.ask("statsData") == .accepted(id: 7, data: ["peerId": "me", "statsData": [:]]))
    #expect(bench.ask("newDataConsumer", ["id": "d"]) == .refused(id: 7, code: 403, reason: "no data is consumed"))
    #expect(bench.ask("somethingNew") == .refused(id: 7, code: 404, reason: "not known here"))
    #expect(bench.takeNews().isEmpty)
  }

  @Test("the gateway's seat is known by its id or by its mark", arguments: [true, false])
  func seats(_ isMarked: Bool) throws {
    let id = isMarked ? "somebody" : ParticipantID.seat(in: "room")
    let document: JSON = ["id": .string(id), "metaData": isMarked ? SeatMark.metaData : [:]]
    #expect(try #require(SignallingPeer(document)).isSeat)
    #expect(try #require(SignallingPeer(Self.ana)).isSeat == false)
  }
}
