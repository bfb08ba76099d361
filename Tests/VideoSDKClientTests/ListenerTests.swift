import JSONCoding
import ProgramTesting
import Synchronization
import Testing

@testable import VideoSDKAdapter

@Suite("Listeners")
struct ListenerTests {
  private final class Gate: Sendable {
    private let state = Mutex(false)

    var isOpen: Bool { state.withLock { $0 } }
    func open() { state.withLock { $0 = true } }
  }

  @Test("hear each thing once, however often they were added, in the order in which they came")
  func onceEach() {
    let list = ListenerList<WeakMeetingListener>()
    let (first, second) = (Recorder(), Recorder())
    for listener in [first, second, first, first] { list.add(listener) }
    var called: [ObjectIdentifier] = []
    list.call { called.append(ObjectIdentifier($0)) }
    #expect(called == [ObjectIdentifier(first), ObjectIdentifier(second)])
    list.remove(first)
    list.remove(first)
    called = []
    list.call { called.append(ObjectIdentifier($0)) }
    #expect(called == [ObjectIdentifier(second)])
    list.removeAll()
    #expect(list.isEmpty)
  }

  @Test("are not kept alive, and one who takes another's place in memory is another")
  func weak() {
    let list = ListenerList<WeakMeetingListener>()
    for _ in 0..<100 { list.add(Recorder()) }
    #expect(list.isEmpty)
    let kept = Recorder()
    list.add(kept)
    var count = 0
    list.call { _ in count += 1 }
    #expect(count == 1)
  }

  @Test("are added and removed while they are called: who is removed is not called, who is added the next time")
  func inside() {
    let list = ListenerList<WeakMeetingListener>()
    let all = (0..<4).map { _ in Recorder() }
    for listener in all.prefix(3) { list.add(listener) }
    var called: [Int] = []
    func index(_ listener: any MeetingEventListener) -> Int { all.firstIndex { $0 === listener } ?? -1 }
    list.call { listener in
      called.append(index(listener))
      list.remove(all[1])
      list.remove(listener)
      list.add(all[3])
    }
    #expect(called == [0, 2])
    called = []
    list.call { called.append(index($0)) }
    #expect(called == [3])
  }

  @Test("may leave, join, and add and remove listeners from within any call")
  func reentrant() async throws {
    try await ScriptedService.running([
      { line in
        await line.serve(peers: [["id": "ana", "displayName": "Ana"]])
      }
    ]) { service in
      let meeting = service.meeting(publishing: [.audio])
      let other = Recorder()
      let recorder = Recorder { line in
        switch line {
        case "joined":
          meeting.addEventListener(other)
          meeting.localParticipant.addEventListener(other)
        case "+ana":
          meeting.removeEventListener(other)
          meeting.participants["ana"]?.removeAllEventListeners()
          meeting.leave()
        case "left": meeting.removeAllEventListeners()
        default: break
        }
      }
      meeting.addEventListener(recorder)
      meeting.join()
      #expect(await recorder.heard("left"))
      #expect(await eventually { meeting.isQuiet })
      #expect(!recorder.lines.contains("left 1101"), "who was removed within a call is not called behind it")
      #expect(other.lines == ["CONNECTED", "me on audio", "~me"])
    }
  }

  @Test("are called on the main actor where that was asked for")
  func onMain() async throws {
    try await ScriptedService.running([{ line in await line.serve() }]) { service in
      // Traps where it is not so.
      let recorder = Recorder { _ in MainActor.assumeIsolated {} }
      let meeting = service.meeting(publishing: [.audio]) { $0.callbacks = .main }
      try await service.joined(meeting, recorder) { _, recorder in
        #expect(await recorder.heard("me on audio"))
      }
    }
  }

  @Test("are called wherever an app brings them, one after the other even so")
  func elsewhere() async throws {
    let count = Mutex(0)
    try await ScriptedService.running([
      { line in
        await line.letIn()
        for number in 0..<200 { await line.tell("activeSpeaker", ["peerId": .string(String(number))]) }
        await line.serve()
      }
    ]) { service in
      let meeting = service.meeting { options in
        options.callbacks = .custom { work in
          count.withLock { $0 += 1 }
          Task.detached { work() }
        }
      }
      try await service.joined(meeting) { _, recorder in
        #expect(await recorder.heard("speaker 199"))
        let speakers = recorder.lines.filter { $0.hasPrefix("speaker") }
        #expect(speakers == (0..<200).map { "speaker \($0)" })
      }
    }
    #expect(count.withLock { $0 } > 200)
  }

  @Test("that are slow keep nobody else waiting, and lose nothing")
  func slow() async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn()
        for number in 0..<2_000 { await line.tell("activeSpeaker", ["peerId": .string(String(number))]) }
        await line.serve()
      }
    ]) { service in
      let gate = Gate()
      let slow = service.meeting("slow") { options in
        options.callbacks = .custom { work in
          Task.detached {
            while !gate.isOpen { try? await Task.sleep(for: .milliseconds(2)) }
            work()
          }
        }
      }
      let late = Recorder()
      slow.addEventListener(late)
      slow.join()
      try await service.joined(service.meeting("quick")) { _, recorder in
        #expect(await recorder.heard("speaker 1999"))
        #expect(late.lines.isEmpty)
        gate.open()
        #expect(await late.heard("speaker 1999"))
        #expect(late.lines.count { $0.hasPrefix("speaker") } == 2_000)
      }
      await slow.leaveAndWait()
    }
  }

  @Test("with nothing written hear nothing, and everything that an old or a new SDK calls")
  func defaults() {
    final class Nothing: MeetingEventListener, ParticipantEventListener, PubSubMessageListener {}
    let nothing = Nothing()
    let picture = MeetingPicture(
      Participant(SignallingPeer(id: "me", displayName: ""), DriverLink(), isLocal: true), DriverLink())
    nothing.onMeetingJoined(switchMeetingId: "x")
    nothing.onRecordingStoppped()
    nothing.onMediaRealyError(meetingId: "", error: "")
    nothing.onMicRequested(participantId: nil, accept: { Issue.record("accepted") }, reject: {})
    nothing.onStreamEnabled(
      MediaStream(SignallingStream(id: "s", peer: "me", media: .audio)), forParticipant: picture.local)
    nothing.onBatchReceived([])
    nothing.onMessageDrop(1)
  }
}
