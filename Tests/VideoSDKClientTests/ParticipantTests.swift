import JSONCoding
import MeetingCore
import ProgramTesting
import Synchronization
import Testing

@testable import VideoSDKAdapter

@Suite("People in a meeting")
struct ParticipantTests {
  private static let ana: JSON = [
    "id": "ana", "displayName": "Ana", "mode": "SEND_AND_RECV", "metaData": ["seat": 3, "tags": ["a", "b"]],
  ]

  /// Keeps what was asked of the service.
  private final class Asked: Sendable {
    private let requests = Mutex<[String]>([])

    var all: [String] { requests.withLock { $0 } }

    func note(_ method: String, _ data: JSON) { requests.withLock { $0.append(method + " " + data.text()) } }
  }

  @Test("come and go, switch their microphones, change their modes, speak; and each is told with its name")
  func others() async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn(peers: [Self.ana])
        await line.ask("newConsumer", ["id": "c1", "peerId": "ana", "kind": "audio"], id: 1)
        await line.tell("newPeer", ["id": "leo", "displayName": "Leo", "mode": "VIEWER"])
        await line.tell("participantMediaStateChanged", ["peerId": "ana", "kind": "audio", "newState": true])
        await line.tell("activeSpeaker", ["peerId": "ana"])
        await line.tell("activeSpeaker")
        await line.tell("peerModeChanged", ["peerId": "leo", "mode": "CONFERENCE"])
        await line.ask(
          "newConsumer", ["id": "c2", "peerId": "leo", "kind": "video", "appData": ["share": true]], id: 2)
        await line.tell("consumerPaused", ["consumerId": "c1"])
        await line.tell("consumerResumed", ["consumerId": "c1"])
        await line.tell("consumerClosed", ["consumerId": "c1"])
        await line.tell("peerClosed", ["peerId": "leo", "reasonCode": 1010])
        await line.serve()
      }
    ]) { service in
      try await service.joined(service.meeting()) { meeting, recorder in
        #expect(await recorder.heard("-leo 1010"))
        #expect(
          recorder.lines.filter { !$0.hasPrefix("~") } == [
            "CONNECTING", "joined", "CONNECTED", "+ana", "ana on audio", "+leo", "ana audio true", "speaker ana",
            "speaker nobody", "leo SEND_AND_RECV", "leo on share", "paused audio", "resumed audio", "ana off audio",
            "leo off share", "-leo", "-leo 1010",
          ])
        let ana = try #require(meeting.participants["ana"])
        #expect(!ana.isLocal && !ana.isAgent && ana.mode == .SEND_AND_RECV && ana.streams.isEmpty)
        #expect(ana.metaData?["seat"] as? Int == 3 && ana.metaData?["tags"] as? [String] == ["a", "b"])
        #expect(meeting.participants.count == 1 && meeting.activeSpeakerId == nil)
      }
    }
  }

  @Test("the gateway's own seat is nobody: neither listed nor told of")
  func seat() async throws {
    let seat: JSON = ["id": .string(ParticipantID.seat(in: "room")), "displayName": "Gateway"]
    let marked: JSON = ["id": "other", "displayName": "Gateway", "metaData": SeatMark.metaData]
    try await ScriptedService.running([
      { line in
        await line.letIn(peers: [seat, Self.ana])
        await line.tell("newPeer", marked)
        for id in [seat["id"] ?? "", "other"] {
          await line.tell("peerModeChanged", ["peerId": id, "mode": "RECV_ONLY"])
          await line.tell("activeSpeaker", ["peerId": id])
          await line.tell("peerClosed", ["peerId": id])
        }
        await line.tell("newPeer", ["id": "leo", "displayName": "Leo"])
        await line.serve()
      }
    ]) { service in
      try await service.joined(service.meeting()) { meeting, recorder in
        #expect(await recorder.heard("+leo"))
        #expect(recorder.lines == ["CONNECTING", "joined", "CONNECTED", "+ana", "+leo"])
        #expect(meeting.participants.keys.sorted() == ["ana", "leo"])
      }
    }
  }

  @Test("agents tell of themselves, with or without saying which one they are")
  func agents() async throws {
    let agent: JSON = ["id": "bot", "displayName": "Bot", "peerType": "agent"]
    try await ScriptedService.running([
      { line in
        await line.letIn(peers: [agent, Self.ana])
        await line.tell("agentStateChanged", ["state": "SPEAKING"])
        await line.tell("agentTranscript", ["peerId": "bot", "text": "hello"])
        await line.tell("agentStateChanged", ["peerId": "nobody", "state": "IDLE"])
        await line.tell("activeSpeaker", ["peerId": "bot"])
        await line.serve()
      }
    ]) { service in
      try await service.joined(service.meeting()) { meeting, recorder in
        #expect(await recorder.heard("speaker bot"))
        #expect(recorder.lines.filter { $0.hasPrefix("agent") } == ["agent is SPEAKING", "agent says hello"])
        #expect(meeting.participants["bot"]?.isAgent == true)
      }
    }
  }

  @Test("are acted on by the service's own words, and what it refuses is told")
  func acting() async throws {
    let asked = Asked()
    try await ScriptedService.running([
      { line in
        await line.serve(peers: [Self.ana]) { method, data in
          asked.note(method, data)
          return method.hasPrefix("disable") ? .refuse(403, "allow_mod is missing") : nil
        }
      }
    ]) { service in
      try await service.joined(service.meeting(mode: .SIGNALLING_ONLY)) { meeting, recorder in
        #expect(await recorder.heard("+ana"))
        let ana = try #require(meeting.participants["ana"])
        ana.enableMic()
        ana.enableWebcam()
        ana.disableMic()
        ana.disableWebcam()
        ana.remove()
        meeting.end()
        #expect(await eventually { asked.all.count == 8 })
        #expect(
          asked.all.suffix(6) == [
            #"enablePeerMic {"peerId":"ana"}"#, #"enablePeerWebcam {"peerId":"ana"}"#,
            #"disablePeerMic {"peerId":"ana"}"#, #"disablePeerWebcam {"peerId":"ana"}"#,
            #"removePeer {"peerId":"ana"}"#,
            "closeRoom {}",
          ])
        #expect(await recorder.heard("error 4068"))
        #expect(await eventually { recorder.errors.count == 2 })
        #expect(recorder.errors.allSatisfy { $0.kind == .notAllowed && $0.message.contains("allow_mod is missing") })
      }
    }
  }

  @Test(
    "oneself: switched on and off by oneself, by a moderator, and on request where one agrees",
    arguments: [true, false])
  func oneself(_ agrees: Bool) async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn()
        while case .request(let id, let method, _)? = await line.next() {
          await line.send(.accepted(id: id, data: ["id": .string("p\(id)")]))
          if method == "produce" { break }
        }
        await line.ask("disableMic", id: 70)
        await line.ask("enabledMic", ["peerId": "ana"], id: 71)
        await line.ask("enableWebcam", ["peerId": "ana"], id: 72)
        await line.serve()
      }
    ]) { service in
      let recorder = Recorder(followsParticipants: agrees)
      try await service.joined(service.meeting(publishing: [.audio]), recorder) { meeting, recorder in
        #expect(await recorder.heard("webcam requested by ana"))
        if agrees { #expect(await recorder.heard("me on video")) }
        let own = recorder.lines.filter { $0.contains("audio") || $0.contains("requested") }
        let expected = ["me on audio", "me off audio", "mic requested by ana", "webcam requested by ana"]
        #expect(own.filter { $0 != "me on audio" } == Array(expected.dropFirst()))
        #expect(own.count { $0 == "me on audio" } == (agrees ? 2 : 1))
        #expect(meeting.localParticipant.streams.count == (agrees ? 2 : 0))
        meeting.muteMic()
        if agrees { #expect(await recorder.heard("me off audio", 2)) }
        meeting.unmuteMic()
        #expect(await recorder.heard("me on audio", agrees ? 3 : 2))
        meeting.localParticipant.disableMic()
        #expect(await recorder.heard("me off audio", agrees ? 3 : 2))
      }
    }
  }

  @Test("modes: changed for oneself, told, and nothing is published where that is not allowed")
  func modes() async throws {
    try await ScriptedService.running([
      { line in
        await line.serve { method, data in
          method == "changeMode" && data["mode"] == "SIGNALLING_ONLY" ? .refuse(403, "no") : nil
        }
      }
    ]) { service in
      try await service.joined(service.meeting(publishing: [.audio])) { meeting, recorder in
        #expect(await recorder.heard("me on audio"))
        await meeting.changeMode(.RECV_ONLY)
        #expect(await recorder.heard("me RECV_ONLY"))
        #expect(meeting.localParticipant.mode == .RECV_ONLY && meeting.localParticipant.streams.isEmpty)
        meeting.unmuteMic()
        #expect(await eventually { recorder.errors.map(\.kind) == [.notAllowed] })
        await meeting.changeMode(.SIGNALLING_ONLY)
        #expect(await eventually { recorder.errors.count == 2 })
        #expect(meeting.localParticipant.mode == .RECV_ONLY)
        await meeting.changeMode(.CONFERENCE)
        meeting.unmuteMic()
        #expect(await recorder.heard("me on audio", 2))
      }
    }
  }

  @Test("in the lobby: somebody with the right to lets them in, or does not", arguments: [true, false])
  func lobby(_ isLetIn: Bool) async throws {
    let asked = Asked()
    try await ScriptedService.running([
      { line in
        await line.letIn()
        await line.tell("entryRequested", ["peerId": "kim", "name": "Kim"])
        await line.serve { method, data in
          asked.note(method, data)
          await line.tell("entryResponded", ["peerId": "kim", "decision": data["decision"] ?? ""])
          return nil
        }
      }
    ]) { service in
      let recorder = Recorder(followsParticipants: isLetIn)
      try await service.joined(service.meeting(), recorder) { _, recorder in
        let decision = isLetIn ? "allowed" : "denied"
        #expect(await recorder.heard("kim \(decision)"))
        #expect(recorder.lines.contains("Kim (kim) waits"))
        #expect(asked.all == [#"respondEntry {"peerId":"kim","id":"kim","decision":"\#(decision)"}"#])
      }
    }
  }

  @Test("what a listener of theirs hears ends with them")
  func listeners() async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn(peers: [Self.ana])
        await line.tell("peerClosed", ["peerId": "ana"])
        await line.tell("newPeer", Self.ana)
        await line.ask("newConsumer", ["id": "c1", "peerId": "ana", "kind": "audio"], id: 1)
        await line.serve()
      }
    ]) { service in
      let recorder = Recorder(followsParticipants: false)
      try await service.joined(service.meeting(), recorder) { meeting, recorder in
        #expect(await recorder.heard("~ana"))
        #expect(!recorder.lines.contains("ana on audio"))
        #expect(meeting.participants["ana"]?.streams.count == 1)
      }
    }
  }
}
