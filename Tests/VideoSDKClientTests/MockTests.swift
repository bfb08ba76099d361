import Cryptography
import JSONCoding
import ProgramTesting
import Testing
import VideoSDKMock

@testable import VideoSDKAdapter

/// Meetings at the service's mock, which was written from the vendor's documents and knows nothing of this client.
@Suite("Meetings at the mock")
struct MockTests {
  /// What nobody has confirmed of the service, in the other position each.
  enum Variant: CaseIterable {
    case usual, transportsForAll, formerModes, olderMicRequest, idField, mutingAtOnce, socketGoodbye, leaveReasonField
    case statesAtJoin, handshakeRefusal

    func change(_ options: inout VideoSDKMockOptions) {
      switch self {
      case .usual: break
      case .transportsForAll: options.signalling.signallingOnlySkipsTransports = false
      case .formerModes: options.signalling.usesFormerModeNames = true
      case .olderMicRequest: options.signalling.micRequest = "enableMic"
      case .idField: options.signalling.peerField = "id"
      case .mutingAtOnce: options.signalling.muting = .atOnce
      case .socketGoodbye: options.signalling.goodbye = .socket
      case .leaveReasonField: options.signalling.reasonField = .leaveReason
      case .statesAtJoin: options.signalling.joinTellsMediaStates = true
      case .handshakeRefusal: options.signalling.refusal = .ofTheHandshake
      }
    }
  }

  @Test(
    "everything between a host, a speaker and a listener, whichever way the service does it",
    arguments: Variant.allCases)
  func story(_ variant: Variant) async throws {
    try await MockBench.running(mock: variant.change) { bench in
      let room = try await bench.room()
      let host = try await bench.join(
        "host", in: room, permissions: ["allow_join", "allow_mod"], publishing: [.audio])
      let listener = try await bench.join("leo", in: room, mode: .SIGNALLING_ONLY)
      #expect(await listener.recorder.heard("+host"))
      #expect(await host.recorder.heard("+leo"))
      #expect(host.meeting.participants["leo"]?.mode == .SIGNALLING_ONLY)
      #expect(listener.meeting.participants["host"]?.displayName == "Host")
      try await speaks(host, listener)
      try await isMuted(host, listener)
      await listener.meeting.leaveAndWait()
      #expect(await host.recorder.heard("-leo"))
      await host.meeting.leaveAndWait()
      #expect(host.recorder.errors.isEmpty && listener.recorder.errors.isEmpty)
      #expect(host.recorder.overlaps == 0)
    }
  }

  private typealias Seat = (meeting: Meeting, recorder: Recorder)

  /// The listener comes onto the stage and is asked to speak.
  private func speaks(_ host: Seat, _ listener: Seat) async throws {
    await listener.meeting.changeMode(.SEND_AND_RECV)
    #expect(await host.recorder.heard("leo SEND_AND_RECV"))
    #expect(await listener.recorder.heard("leo SEND_AND_RECV"))
    host.meeting.participants["leo"]?.enableMic()
    #expect(await listener.recorder.heard("mic requested by host"))
    #expect(await listener.recorder.heard("leo on audio"))
    #expect(await host.recorder.heard("leo on audio"))
    host.meeting.pubsub.subscribe(topic: "CHAT", forListener: host.recorder)
    listener.meeting.pubsub.publish(topic: "CHAT", message: "hello", options: ["persist": true])
    #expect(await eventually { host.recorder.lines.contains { $0.hasSuffix("hello") } })
  }

  private func isMuted(_ host: Seat, _ listener: Seat) async throws {
    host.meeting.participants["leo"]?.disableMic()
    #expect(await listener.recorder.heard("leo off audio"))
    #expect(await host.recorder.heard("leo off audio"))
    #expect(listener.meeting.localParticipant.streams.isEmpty)
    listener.meeting.unmuteMic()
    #expect(await host.recorder.heard("leo on audio", 2))
  }

  @Test("why it is over: removed, ended, by people or over REST", arguments: [1002, 1006, 1009, 1010])
  func reasons(_ code: Int) async throws {
    try await MockBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.join("host", in: room, permissions: ["allow_join", "allow_mod"])
      let other = try await bench.join("leo", in: room)
      #expect(await host.recorder.heard("+leo"))
      switch code {
      case 1002: host.meeting.participants["leo"]?.remove()
      case 1006: host.meeting.end()
      case 1009: try await bench.server("POST", "sessions/end", ["roomId": .string(room)])
      default:
        try await bench.server(
          "POST", "sessions/participants/remove", ["roomId": .string(room), "participantId": "leo"])
      }
      #expect(await other.recorder.heard("left \(code)"))
      if code == 1006 || code == 1009 {
        #expect(await host.recorder.heard("left \(code)"))
      } else {
        #expect(await host.recorder.heard("-leo \(code)"))
        await host.meeting.leaveAndWait()
      }
      #expect(other.recorder.errors.isEmpty && host.recorder.errors.isEmpty)
    }
  }

  @Test(
    "somebody who comes as the same participant pushes the first one out, who does not come back",
    arguments: [
      Variant.usual, .socketGoodbye, .leaveReasonField,
    ])
  func evicted(_ variant: Variant) async throws {
    try await MockBench.running(mock: variant.change) { bench in
      let room = try await bench.room()
      let first = try await bench.join("leo", in: room)
      let second = try await bench.join("leo", in: room)
      #expect(await first.recorder.heard("left 1011"))
      #expect(first.recorder.errors.map(\.kind) == [.duplicateParticipant])
      #expect(!first.recorder.lines.contains("RECONNECTING"))
      #expect(try await eventually { try await bench.sockets().count == 1 })
      await second.meeting.leaveAndWait()
      #expect(second.recorder.errors.isEmpty)
    }
  }

  @Test(
    "the lobby: who may only ask waits until somebody who may decides", arguments: [true, false],
    [Variant.usual, .idField])
  func lobby(_ isLetIn: Bool, _ variant: Variant) async throws {
    try await MockBench.running(mock: variant.change) { bench in
      let room = try await bench.room()
      let host = try await bench.join(
        "host", in: room, permissions: ["allow_join", "allow_mod"], Recorder(followsParticipants: isLetIn))
      let (guest, recorder) = (try bench.meeting("kim", in: room, permissions: ["ask_join"]), Recorder())
      guest.addEventListener(recorder)
      guest.join()
      #expect(await host.recorder.heard("Kim (kim) waits"))
      if isLetIn {
        #expect(await recorder.heard("+host"))
        #expect(recorder.lines.prefix(4) == ["CONNECTING", "kim allowed", "joined", "CONNECTED"])
        #expect(await host.recorder.heard("kim allowed"))
      } else {
        #expect(await recorder.heard("error 4025"))
        #expect(recorder.lines == ["CONNECTING", "kim denied", "FAILED", "error 4025"])
      }
      if isLetIn { await guest.leaveAndWait() }
      await host.meeting.leaveAndWait()
    }
  }

  @Test("without the right to act on others that is refused, and nothing happens to them")
  func notAllowed() async throws {
    try await MockBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.join("host", in: room, publishing: [.audio])
      let other = try await bench.join("leo", in: room)
      #expect(await other.recorder.heard("host on audio"))
      other.meeting.participants["host"]?.disableMic()
      #expect(await other.recorder.heard("error 4068"))
      other.meeting.participants["host"]?.remove()
      other.meeting.end()
      #expect(await eventually { other.recorder.errors.count == 3 })
      #expect(other.recorder.errors.allSatisfy { $0.kind == .notAllowed })
      #expect(host.meeting.localParticipant.streams.count == 1)
      await host.meeting.leaveAndWait()
      await other.meeting.leaveAndWait()
    }
  }

  @Test("a room that does not exist, a token for another room, a token that is none")
  func wrong() async throws {
    try await MockBench.running { bench in
      let room = try await bench.room()
      let unknown = try bench.meeting("leo", in: "none-none-none") { $0.timeout = .milliseconds(300) }
      try await fails(unknown, .timedOut)
      var options = VideoSDKOptions(restBaseURL: bench.url)
      options.timeout = .seconds(5)
      for token in ["nothing", try bench.token(room: "abcd-abcd-abcd")] {
        let meeting = VideoSDK.meeting(
          room, as: "leo", named: "Leo", token: .init(token), publishing: [], mode: .SEND_AND_RECV, metaData: [:],
          options: options, surroundings: ClientSurroundings())
        try await fails(meeting, token == "nothing" ? .invalidToken : .notAllowed, or: .invalidToken)
      }
    }
  }

  private func fails(_ meeting: Meeting, _ kind: VideoSDKError.Kind, or other: VideoSDKError.Kind? = nil) async throws {
    let recorder = Recorder()
    meeting.addEventListener(recorder)
    meeting.join()
    #expect(await eventually { recorder.errors.count == 1 })
    let found = try #require(recorder.errors.first)
    #expect(found.kind == kind || found.kind == other, "\(found)")
    #expect(await eventually { meeting.isQuiet })
    #expect(recorder.lines.prefix(2) == ["CONNECTING", "FAILED"])
  }

  @Test("a connection that is cut comes back, with the microphone and the topics")
  func cut() async throws {
    try await MockBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.join("host", in: room, publishing: [.audio])
      let other = try await bench.join("leo", in: room)
      #expect(await other.recorder.heard("host on audio"))
      host.meeting.pubsub.subscribe(topic: "CHAT", forListener: host.recorder)
      #expect(await host.recorder.heard("old: "))
      try await bench.control("POST", "sockets/drop", ["room_id": .string(room), "participant_id": "host"])
      #expect(await host.recorder.heard("RECONNECTING"))
      #expect(await host.recorder.heard("CONNECTED", 2))
      #expect(await host.recorder.heard("host on audio", 2))
      #expect(await other.recorder.heard("host on audio", 2))
      other.meeting.pubsub.publish(topic: "CHAT", message: "back")
      #expect(await host.recorder.heard("[CHAT] leo: back"))
      #expect(host.recorder.lines.count { $0 == "joined" } == 1 && host.recorder.lines.count { $0 == "+leo" } == 1)
      await host.meeting.leaveAndWait()
      await other.meeting.leaveAndWait()
    }
  }

  @Test("devices of others: there before, speaking, gone")
  func devices() async throws {
    try await MockBench.running { bench in
      let room = try await bench.room()
      try await bench.enter("ana", in: room)
      let me = try await bench.join("leo", in: room, publishing: [.audio])
      #expect(await me.recorder.heard("ana on audio"))
      try await bench.control("PATCH", "rooms/\(room)/participants/ana", ["speaking": true, "level": 0.8])
      #expect(await me.recorder.heard("speaker ana"))
      try await bench.control("PATCH", "rooms/\(room)/participants/ana", ["audio": false])
      #expect(await me.recorder.heard("ana off audio"))
      try await bench.control("DELETE", "rooms/\(room)/participants/ana")
      #expect(await me.recorder.heard("-ana"))
      #expect(me.meeting.participants.isEmpty)
      await me.meeting.leaveAndWait()
    }
  }
}
