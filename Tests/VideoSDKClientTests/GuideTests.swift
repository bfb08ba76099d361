import Dispatch
import Foundation
import JSONCoding
import ProgramTesting
import Synchronization
import Testing
import VideoSDKMock

@testable import VideoSDKAdapter

/// What the guide's page shows of the client is what is run here, against a mock. It configures the whole process.
extension WholeProcess {
  @Suite("The guide's page about the client")
  struct GuideTests {
    @Test("somebody makes a room, comes in, hears of others, talks to them and leaves")
    func page() async throws {
      let before = VideoSDK.options
      defer {
        VideoSDK.options = before
        VideoSDK.config(token: "")
      }
      try await MockBench.running { bench in
        try await leo(bench.url, try bench.token(["allow_join", "allow_mod"]), bench)
      }
    }

    private func leo(_ mock: String, _ token: String, _ bench: MockBench) async throws {
      VideoSDK.options = VideoSDKOptions(restBaseURL: mock)
      let queue = DispatchQueue(label: "listeners")
      VideoSDK.options.callbacks = .custom { work in queue.async { work() } }
      let meetingId = try await VideoSDK.createMeeting(token: token)
      try await bench.enter("ana", in: meetingId)
      let (listener, recorder, hands) = (Audience(), Recorder(), Recorder())

      VideoSDK.config(token: token)
      let meeting = VideoSDK.initMeeting(
        meetingId: meetingId, participantId: "leo", participantName: "Leo", micEnabled: true, webcamEnabled: false)
      meeting.addEventListener(listener)
      meeting.join()

      meeting.addEventListener(recorder)
      meeting.localParticipant.addEventListener(recorder)
      #expect(await recorder.heard("+ana"))
      #expect(meeting.localParticipant.streams.count == 1)
      try await talk(meeting, recorder, hands)

      meeting.leave()
      #expect(await recorder.heard("left 1101"))
      #expect(await eventually { meeting.isQuiet })
    }

    private func talk(_ meeting: Meeting, _ recorder: Recorder, _ hands: Recorder) async throws {
      meeting.pubsub.subscribe(topic: "RAISE_HAND", forListener: hands)
      meeting.pubsub.publish(topic: "RAISE_HAND", message: "Leo", options: ["persist": true], payload: ["since": 3])
      #expect(await hands.heard("[RAISE_HAND] leo: Leo"))

      meeting.muteMic()
      meeting.unmuteMic()
      for participant in meeting.participants.values { participant.disableMic() }
      await meeting.changeMode(.RECV_ONLY)
      #expect(await recorder.heard("leo RECV_ONLY"))
      #expect(await recorder.heard("ana off audio"))
      #expect(recorder.errors.isEmpty)
    }

    /// Every line of Swift on the page, in its order, stands here too.
    @Test("the page shows what is run")
    func samePage() throws {
      let here = URL(fileURLWithPath: #filePath)
      let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      let page = try String(
        contentsOf: root.appendingPathComponent("docs/guide/15-videosdk-client.md"), encoding: .utf8)
      let source = Self.plain(try String(contentsOf: here, encoding: .utf8))
      let blocks = page.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "```").first }
      #expect(blocks.count >= 8)
      for block in blocks { #expect(source.contains(Self.plain(String(block))), "\(block)") }
    }

    private static func plain(_ text: String) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
  }
}

final class Audience: MeetingEventListener, Sendable {
  func onMeetingJoined() { print("in") }
  func onParticipantJoined(_ participant: Participant) { print("\(participant.displayName) is here") }
  func onSpeakerChanged(participantId: String?) { print(participantId ?? "nobody", "speaks") }
  func onMeetingLeft(reason: LeaveReason) { print("out: \(reason)") }
  func onError(error: VideoSDKError) { print(error) }
}
