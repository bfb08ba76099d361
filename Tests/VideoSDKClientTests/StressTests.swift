import JSONCoding
import ProgramTesting
import Synchronization
import Testing

@testable import VideoSDKAdapter

/// Many at once; also run under the thread sanitizer.
@Suite("Meetings under load")
struct StressTests {
  private static let peers: JSON = [["id": "ana", "displayName": "Ana"], ["id": "leo", "displayName": "Leo"]]

  @Test("listeners come and go from many tasks while a meeting tells: who stays hears everything, once and in order")
  func listeners() async throws {
    let rounds = 400
    try await ScriptedService.running([
      { line in
        await line.letIn(peers: Self.peers)
        for number in 0..<rounds { await line.tell("activeSpeaker", ["peerId": .string(String(number))]) }
        await line.serve()
      }
    ]) { service in
      try await service.joined(service.meeting()) { meeting, recorder in
        _ = try await together(8) { _ in
          let own = (0..<4).map { _ in Recorder() }
          for turn in 0..<100 {
            meeting.addEventListener(own[turn % 4])
            meeting.localParticipant.addEventListener(own[turn % 4])
            meeting.pubsub.subscribe(topic: "T\(turn % 3)", forListener: own[turn % 4])
            meeting.removeEventListener(own[(turn + 1) % 4])
            meeting.localParticipant.removeEventListener(own[(turn + 1) % 4])
            meeting.pubsub.unsubscribe(topic: "T\(turn % 3)", forListener: own[turn % 4])
            _ = (meeting.participants, meeting.localParticipant.streams, meeting.activeSpeakerId)
          }
          for listener in own { #expect(listener.overlaps == 0) }
        }
        #expect(await recorder.heard("speaker \(rounds - 1)"))
        #expect(
          recorder.lines.filter { $0.hasPrefix("speaker") } == (0..<rounds).map { "speaker \($0)" })
      }
    }
  }

  @Test("microphones, modes and messages from many tasks: the last wish counts, and everything comes to rest")
  func switching() async throws {
    try await ScriptedService.running([
      { line in
        let count = Mutex(0)
        await line.serve(peers: Self.peers) { method, _ in
          method == "produce" ? .accept(["id": .string("p\(count.withLock { $0 += 1; return $0 })")]) : nil
        }
      }
    ]) { service in
      try await service.joined(service.meeting(publishing: [.audio])) { meeting, recorder in
        _ = try await together(8) { number in
          for turn in 0..<50 {
            if (turn + number) % 2 == 0 { meeting.muteMic() } else { meeting.unmuteMic() }
            meeting.pubsub.publish(topic: "T", message: String(turn))
            meeting.participants.values.first?.enableMic()
            if turn % 10 == 0 { await Task.yield() }
          }
        }
        meeting.muteMic()
        #expect(await eventually { meeting.localParticipant.streams.isEmpty })
        meeting.unmuteMic()
        #expect(await eventually { meeting.localParticipant.streams.count == 1 })
        let told = recorder.lines.filter { $0 == "me on audio" || $0 == "me off audio" }
        let alternating = told.indices.allSatisfy { told[$0] == ($0 % 2 == 0 ? "me on audio" : "me off audio") }
        #expect(alternating, "what is on is not switched on again: \(told)")
        #expect(recorder.errors.isEmpty)
      }
    }
  }

  @Test("meetings are joined and left, again and again, from many tasks: nothing is left of any")
  func churn() async throws {
    try await ScriptedService.running([{ line in await line.serve(peers: Self.peers) }]) { service in
      _ = try await together(8) { number in
        for turn in 0..<6 {
          let (meeting, recorder) = (service.meeting("p\(number)-\(turn)", publishing: [.audio]), Recorder())
          meeting.addEventListener(recorder)
          meeting.join()
          // Left at every moment there is: before anything was sent, on the way, and when everybody is there.
          switch (number + turn) % 3 {
          case 0: break
          case 1: await Task.yield()
          default: #expect(await recorder.heard("+leo"))
          }
          await meeting.leaveAndWait()
          #expect(await eventually { meeting.isQuiet })
          #expect(recorder.lines.suffix(3) == ["DISCONNECTED", "left", "left 1101"])
          #expect(recorder.lines.count { $0 == "left" } == 1 && recorder.overlaps == 0)
        }
      }
      #expect(await eventually { service.open == 0 })
    }
  }

  @Test("one meeting, joined and left by many at once, is in the end what the last one wanted")
  func contested() async throws {
    try await ScriptedService.running([{ line in await line.serve(peers: Self.peers) }]) { service in
      let (meeting, recorder) = (service.meeting(), Recorder())
      meeting.addEventListener(recorder)
      _ = try await together(6) { number in
        for _ in 0..<20 {
          if number % 2 == 0 { meeting.join() } else { meeting.leave() }
          await Task.yield()
        }
      }
      await meeting.leaveAndWait()
      #expect(await eventually { meeting.isQuiet })
      let told = recorder.lines.filter { $0 == "CONNECTING" || $0 == "left" }
      #expect(told.indices.allSatisfy { told[$0] == ($0 % 2 == 0 ? "CONNECTING" : "left") }, "\(told)")
      #expect(Set(recorder.errors.map(\.code)).isSubset(of: [3035, 3055]))
      #expect(recorder.overlaps == 0)
    }
  }
}
