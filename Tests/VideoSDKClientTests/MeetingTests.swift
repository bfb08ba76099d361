import JSONCoding
import MeetingCore
import ProgramTesting
import Synchronization
import Testing
import WebSocket

@testable import VideoSDKAdapter

@Suite("A meeting")
struct MeetingTests {
  private static let ana: JSON = ["id": "ana", "displayName": "Ana", "mode": "SEND_AND_RECV"]

  // MARK: Coming and going

  @Test("is joined, connected, heard with one's own microphone and then with the others, and left in this order")
  func order() async throws {
    try await ScriptedService.running([
      { line in
        await line.serve(peers: [Self.ana, ["id": "leo", "displayName": "Leo"]])
      }
    ]) { service in
      let recorder = Recorder()
      try await service.joined(service.meeting(publishing: [.audio]), recorder) { meeting, recorder in
        #expect(await recorder.heard("+leo"))
        #expect(meeting.participants.keys.sorted() == ["ana", "leo"])
        #expect(meeting.participants["ana"]?.displayName == "Ana")
        #expect(meeting.localParticipant.streams.count == 1)
      }
      #expect(
        recorder.lines == [
          "CONNECTING", "joined", "CONNECTED", "me on audio", "~me", "+ana", "+leo", "DISCONNECTED", "left",
          "left 1101",
        ])
    }
  }

  @Test("an own microphone that is refused, or silent, does not keep the others away", arguments: [true, false])
  func microphoneFails(_ isRefused: Bool) async throws {
    try await ScriptedService.running([
      { line in
        await line.serve(peers: [Self.ana]) { method, _ in
          method == "produce" ? (isRefused ? .refuse(4010, "too many") : .silence) : nil
        }
      }
    ]) { service in
      let meeting = service.meeting(publishing: [.audio]) { $0.timeout = .milliseconds(isRefused ? 15_000 : 300) }
      try await service.joined(meeting) { meeting, recorder in
        #expect(await recorder.heard("+ana"))
        #expect(recorder.errors.map(\.code) == [isRefused ? 4010 : 3079])
        #expect(meeting.localParticipant.streams.isEmpty)
      }
    }
  }

  @Test("a microphone that is switched off on the way does not keep the others away")
  func mutedOnTheWay() async throws {
    let gate = AsyncStream.makeStream(of: Void.self)
    try await ScriptedService.running([
      { line in
        await line.serve(peers: [Self.ana]) { method, _ in
          guard method == "produce" else { return nil }
          for await _ in gate.stream { break }
          return .accept(["id": "p1"])
        }
      }
    ]) { service in
      try await service.joined(service.meeting(publishing: [.audio])) { meeting, recorder in
        meeting.muteMic()
        gate.continuation.finish()
        #expect(await recorder.heard("+ana"))
        #expect(!recorder.lines.contains("me on audio"))
      }
    }
  }

  @Test(
    "is not joined where the service says no, and may be tried again",
    arguments: [(4002, 4002), (4003, 4003), (4008, 4008), (4022, 4022), (403, 4025)])
  func refused(_ code: Int, _ shown: Int) async throws {
    try await ScriptedService.running([
      { line in
        await line.serve { method, _ in method == "join" ? .refuse(code, "no") : nil }
      }
    ]) { service in
      let (meeting, recorder) = (service.meeting(), Recorder())
      meeting.addEventListener(recorder)
      for turn in 1...2 {
        meeting.join()
        #expect(await recorder.heard("error \(shown)", turn))
        #expect(await eventually { meeting.isQuiet })
      }
      let once = ["CONNECTING", "FAILED", "error \(shown)"]
      #expect(recorder.lines == once + once)
    }
  }

  @Test("a room that says nothing fails in time", arguments: [true, false])
  func silent(_ isHanging: Bool) async throws {
    try await ScriptedService.running([
      { line in
        while await line.next() != nil {}
      }
    ]) { service in
      let (meeting, recorder) = (service.meeting { $0.timeout = .milliseconds(200) }, Recorder())
      meeting.addEventListener(recorder)
      meeting.join()
      #expect(await recorder.heard("error 3079"))
      #expect(recorder.errors.first?.kind == .timedOut)
      #expect(await eventually { meeting.isQuiet })
    }
  }

  @Test("what makes no sense is told when it is joined, and nothing is asked of the service")
  func faults() async throws {
    try await ScriptedService.running([{ _ in }]) { service in
      let meetings: [(Meeting, VideoSDKError.Kind, Int)] = [
        (service.meeting(token: nil), .invalidToken, 4002),
        (service.meeting("two words"), .invalidParameter("participantId"), 4004),
        (
          service.meeting(metaData: ["when": [1, Optional<Int>.none as Any]]), .invalidParameter("metaData.when[1]"),
          3073
        ),
        (VideoSDK.initMeeting(meetingId: ""), .invalidParameter("meetingId"), 4003),
      ]
      for (meeting, kind, code) in meetings {
        let recorder = Recorder()
        meeting.addEventListener(recorder)
        meeting.join()
        #expect(await recorder.heard("error \(code)"))
        #expect(recorder.errors.first?.kind == kind)
        #expect(recorder.lines == ["CONNECTING", "FAILED", "error \(code)"])
      }
      #expect(service.requests.isEmpty)
    }
  }

  @Test("joining twice and leaving what is not joined are told to be of no use")
  func twice() async throws {
    try await ScriptedService.running([{ line in await line.serve() }]) { service in
      let (meeting, recorder) = (service.meeting(), Recorder())
      meeting.addEventListener(recorder)
      meeting.leave()
      #expect(await recorder.heard("error 3035"))
      meeting.end()
      #expect(await recorder.heard("error 3035", 2))
      try await service.joined(meeting, recorder) { meeting, recorder in
        meeting.join()
        #expect(await recorder.heard("error 3055"))
      }
      meeting.leave()
      #expect(await recorder.heard("error 3035", 3))
      #expect(service.connected == 1)
    }
  }

  @Test("is left while it is being joined, whichever way the leaving comes", arguments: 0..<6)
  func leftEarly(_ turn: Int) async throws {
    try await ScriptedService.running([
      { line in
        // The first rounds are never let in.
        if turn % 2 == 0 { while await line.next() != nil {} } else { await line.serve() }
      }
    ]) { service in
      let (meeting, recorder) = (service.meeting(publishing: [.audio]), Recorder())
      meeting.addEventListener(recorder)
      meeting.join()
      if turn > 1 { #expect(await eventually { !service.requests.isEmpty }) }
      if turn > 3 { #expect(await eventually { service.connected == 1 }) }
      let waiting = Task { await meeting.leaveAndWait() }
      await waiting.value
      #expect(recorder.lines.suffix(3) == ["DISCONNECTED", "left", "left 1101"])
      #expect(await eventually { meeting.isQuiet })
      #expect(await eventually { service.open == 0 })
    }
  }

  @Test("is joined anew after it was left, also from within the call that says so")
  func again() async throws {
    try await ScriptedService.running([{ line in await line.serve(peers: [Self.ana]) }]) { service in
      let meeting = service.meeting()
      let turns = Mutex(0)
      let recorder = Recorder { line in
        if line == "left",
          turns.withLock({
            $0 += 1; return $0
          }) == 1
        {
          meeting.join()
        }
      }
      meeting.addEventListener(recorder)
      meeting.join()
      #expect(await recorder.heard("+ana"))
      meeting.leave()
      #expect(await recorder.heard("+ana", 2))
      await meeting.leaveAndWait()
      #expect(recorder.lines.count { $0 == "joined" } == 2 && recorder.lines.count { $0 == "left 1101" } == 2)
      #expect(await eventually { meeting.isQuiet })
    }
  }

  @Test("that nobody keeps any more leaves by itself")
  func letGo() async throws {
    try await ScriptedService.running([{ line in await line.serve() }]) { service in
      let recorder = Recorder()
      var meeting: Meeting? = service.meeting()
      meeting?.addEventListener(recorder)
      meeting?.join()
      #expect(await recorder.heard("CONNECTED"))
      let local = meeting?.localParticipant
      meeting = nil
      #expect(await eventually { service.open == 0 })
      local?.enableMic()
      local?.remove()
    }
  }

  @Test(
    "is over when the service says so, and says why",
    arguments: [
      (1002, "left 1002"), (1006, "left 1006"), (1009, "left 1009"), (1010, "left 1010"), (1011, "left 1011"),
      (4711, "left 1007"),
    ])
  func dismissed(_ code: Int64, _ line: String) async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn(peers: [Self.ana])
        await line.ask("close", ["reasonCode": .integer(code)])
        while await line.next() != nil {}
      }
    ]) { service in
      let (meeting, recorder) = (service.meeting(), Recorder())
      meeting.addEventListener(recorder)
      meeting.join()
      #expect(await recorder.heard(line))
      #expect(recorder.lines.filter { $0 == "DISCONNECTED" || $0 == "left" } == ["DISCONNECTED", "left"])
      #expect(recorder.errors.map(\.code) == (code == 1011 ? [4005] : []))
      #expect(meeting.participants.isEmpty && service.connected == 1)
      #expect(await eventually { meeting.isQuiet })
    }
  }

  // MARK: A connection that breaks

  @Test(
    "comes back by itself: who is gone is told as gone, who is new as new, nobody twice, and oneself is not joined again"
  )
  func reconnect() async throws {
    let time = PauseTime()
    try await ScriptedService.running([
      { line in
        await line.letIn(peers: [Self.ana, ["id": "leo", "displayName": "Leo"]])
        await line.tell("participantMediaStateChanged", ["peerId": "ana", "kind": "audio", "newState": true])
        while case .request(let id, let method, _)? = await line.next() {
          await line.send(.accepted(id: id, data: ["id": "p1"]))
          if method == "changeMode" { break }
        }
        await line.connection.close(1012)
      },
      { line in await line.serve(peers: [Self.ana, ["id": "kim", "displayName": "Kim"]]) },
    ]) { service in
      let meeting = service.meeting(publishing: [.audio], time: time)
      try await service.joined(meeting) { meeting, recorder in
        #expect(await recorder.heard("ana on audio"))
        recorder.forget()
        await meeting.changeMode(.SEND_AND_RECV)
        #expect(await recorder.heard("RECONNECTING"))
        meeting.localParticipant.enableMic()
        meeting.participants["ana"]?.disableMic()
        #expect(await recorder.heard("error 3065"))
        #expect(await eventually { time.pauses.count == 1 })
        time.open()
        #expect(await recorder.heard("me on audio"), "\(recorder.lines)")
        #expect(
          recorder.lines.filter { !$0.hasPrefix("~") } == [
            "socket error", "RECONNECTING", "error 3065", "CONNECTED", "me off audio", "ana off audio", "-leo",
            "-leo 1007",
            "+kim", "me on audio",
          ])
        #expect(meeting.participants.keys.sorted() == ["ana", "kim"])
      }
    }
  }

  @Test("is over after so many attempts, one to five seconds apart")
  func exhausted() async throws {
    let time = PauseTime(isOpen: true)
    try await ScriptedService.running([
      { line in
        await line.letIn()
        await line.connection.close(1012)
      },
      { line in await line.connection.close(1013) },
    ]) { service in
      let (meeting, recorder) = (service.meeting(time: time), Recorder())
      meeting.addEventListener(recorder)
      meeting.join()
      #expect(await recorder.heard("RECONNECTING"))
      #expect(await recorder.heard("left 1102"))
      #expect(service.connected == 8 && time.pauses.count == 7)
      #expect(zip(time.pauses, time.pauses.dropFirst()).contains { $0 != $1 }, "they are random")
      #expect(recorder.lines.count { $0 == "RECONNECTING" } == 1)
      #expect(recorder.lines.suffix(4).first == "error 0")
      #expect(recorder.lines.suffix(3) == ["DISCONNECTED", "left", "left 1102"])
      #expect(await eventually { meeting.isQuiet })
    }
  }

  @Test("is over when the service does not want the participant back")
  func notWantedBack() async throws {
    let time = PauseTime()
    try await ScriptedService.running([
      { line in
        await line.letIn()
        await line.connection.close(1012)
      },
      { line in await line.serve { method, _ in method == "join" ? .refuse(4002, "over") : nil } },
    ]) { service in
      let (meeting, recorder) = (service.meeting(time: time), Recorder())
      meeting.addEventListener(recorder)
      meeting.join()
      #expect(await recorder.heard("RECONNECTING"))
      #expect(await eventually { time.pauses.count == 1 })
      time.open()
      #expect(await recorder.heard("left 1103"))
      #expect(recorder.errors.map(\.code) == [4002])
      #expect(await eventually { meeting.isQuiet })
    }
  }

  @Test("is left while it is waiting to come back")
  func leftWhileAway() async throws {
    let time = PauseTime()
    try await ScriptedService.running([
      { line in
        await line.letIn()
        await line.connection.close(1012)
      }
    ]) { service in
      let (meeting, recorder) = (service.meeting(time: time), Recorder())
      meeting.addEventListener(recorder)
      meeting.join()
      #expect(await recorder.heard("RECONNECTING"))
      #expect(await eventually { time.pauses.count == 1 })
      meeting.leave()
      #expect(await recorder.heard("left 1101"))
      #expect(service.connected == 1)
      #expect(await eventually { meeting.isQuiet })
    }
  }

  @Test("a microphone that was switched off while there was no connection stays off")
  func mutedWhileAway() async throws {
    let time = PauseTime()
    try await ScriptedService.running([
      { line in
        await line.letIn()
        while case .request(let id, _, _)? = await line.next() {
          await line.send(.accepted(id: id, data: ["id": "p1"]))
          break
        }
        await line.connection.close(1012)
      },
      { line in await line.serve(peers: [Self.ana]) },
    ]) { service in
      try await service.joined(service.meeting(publishing: [.audio], time: time)) { meeting, recorder in
        #expect(await recorder.heard("RECONNECTING"))
        meeting.muteMic()
        #expect(await eventually { time.pauses.count == 1 })
        time.open()
        #expect(await recorder.heard("+ana"))
        #expect(recorder.lines.count { $0 == "me on audio" } == 1)
        #expect(meeting.localParticipant.streams.isEmpty)
      }
    }
  }
}
