import JSONCoding
import ProgramTesting
import Testing
import VideoSDKMock

@testable import VideoSDKAdapter

/// The vendor's tutorial for audio rooms with this client: what it has people write is written here (`TutorialApp`), and what
/// it says they see is seen. It configures the whole process, so that one runs at a time.
extension WholeProcess {
  @Suite("The audio room tutorial")
  @MainActor
  struct TutorialTests {
    /// Runs with the process configured for a mock, the listeners on the main actor, as an app's are.
    private func running(_ body: (MockBench) async throws -> Void) async throws {
      let before = VideoSDK.options
      defer {
        VideoSDK.options = before
        VideoSDK.config(token: "")
      }
      try await MockBench.running { bench in
        VideoSDK.options = VideoSDKOptions(restBaseURL: bench.url)
        VideoSDK.options.callbacks = .main
        try await body(bench)
      }
    }

    /// The screen of somebody who opened the app, once they see themselves and their microphone.
    private func opened(_ name: String, _ meetingId: String, _ bench: MockBench) async throws -> MeetingViewController {
      let screen = MeetingViewController(
        MeetingData(
          token: try bench.token(["allow_join", "allow_mod"]), name: name, meetingId: meetingId, micEnabled: true))
      screen.viewDidLoad()
      guard await eventually({ screen.heard.contains("onStreamEnabled \(name)") }) else {
        throw Failure("\(screen.heard)")
      }
      return screen
    }

    /// Step 5 and 6: the join screen makes a room and gets its id.
    private func createMeeting(_ bench: MockBench) async throws -> String {
      let token = try bench.token()
      return try await withCheckedThrowingContinuation { continuation in
        VideoSDK.createMeeting(token: token) { result in continuation.resume(with: result) }
      }
    }

    @Test("steps 5 to 7: a room is made and joined, with the microphone on and no camera")
    func joins() async throws {
      try await running { bench in
        let meetingId = try await createMeeting(bench)
        let screen = try await opened("Nadia", meetingId, bench)
        #expect(screen.lblMeetingId.text == "Meeting Id: \(meetingId)" && screen.meeting?.id == meetingId)
        #expect(screen.heard == ["onMeetingJoined", "onStreamEnabled Nadia"])
        #expect(screen.lblLocalParticipantName.text == "Nadia" && !screen.localParticipantViewContainer.isHidden)
        #expect(screen.localParticipantViewContainer.border == .clear && screen.remoteParticipantViewContainer.isHidden)
        #expect(screen.participants.map(\.displayName) == ["Nadia"] && screen.meeting?.participants.isEmpty == true)
        let sockets = try await bench.sockets()
        #expect(sockets.map { $0["publishes"] } == [["mic"]])
        screen.btnLeaveTapped()
        #expect(await eventually { screen.heard.last == "onMeetingLeft" })
      }
    }

    @Test("the final output: two devices see and hear of each other, toggle, speak and leave")
    func wholeCall() async throws {
      try await running { bench in
        let meetingId = try await createMeeting(bench)
        let first = try await opened("Nadia", meetingId, bench)
        let second = try await opened("Leo", meetingId, bench)
        #expect(await eventually { first.heard.contains("onStreamEnabled Leo") })
        #expect(await eventually { second.heard.contains("onStreamEnabled Nadia") })
        #expect(first.heard.suffix(2) == ["onParticipantJoined Leo", "onStreamEnabled Leo"])
        #expect(
          second.heard == [
            "onMeetingJoined", "onStreamEnabled Leo", "onParticipantJoined Nadia", "onStreamEnabled Nadia",
          ])
        #expect(first.lblRemoteParticipantName.text == "Leo" && !first.remoteParticipantViewContainer.isHidden)
        try await toggle(first, second)
        try await speak(first, second, meetingId, bench)
        second.btnLeaveTapped()
        #expect(await eventually { second.heard.last == "onMeetingLeft" })
        #expect(await eventually { first.heard.last == "onParticipantLeft Leo" })
        #expect(first.remoteParticipantViewContainer.isHidden && first.participants.map(\.displayName) == ["Nadia"])
        first.btnLeaveTapped()
        #expect(await eventually { first.heard.last == "onMeetingLeft" })
      }
    }

    /// Step 8: the microphone button; red borders where it is off.
    private func toggle(_ first: MeetingViewController, _ second: MeetingViewController) async throws {
      first.btnToggleMicTapped()
      #expect(await eventually { first.heard.last == "onStreamDisabled Nadia" })
      #expect(await eventually { second.heard.last == "onStreamDisabled Nadia" })
      #expect(
        first.localParticipantViewContainer.border == .red && second.remoteParticipantViewContainer.border == .red)
      first.btnToggleMicTapped()
      #expect(await eventually { first.heard.last == "onStreamEnabled Nadia" })
      #expect(await eventually { second.heard.last == "onStreamEnabled Nadia" })
      #expect(first.localParticipantViewContainer.border == .clear)
    }

    /// Step 9: a blue border for whoever speaks, none when nobody does.
    private func speak(
      _ first: MeetingViewController, _ second: MeetingViewController, _ room: String, _ bench: MockBench
    ) async throws {
      let nadia = try #require(first.meeting?.localParticipant.id)
      try await bench.control("POST", "rooms/\(room)/active-speaker", ["participant_id": .string(nadia)])
      #expect(await eventually { first.heard.last == "onSpeakerChanged Nadia" })
      #expect(await eventually { second.heard.last == "onSpeakerChanged Nadia" })
      #expect(
        first.localParticipantViewContainer.border == .blue && first.remoteParticipantViewContainer.border == .clear)
      #expect(second.remoteParticipantViewContainer.border == .blue)
      try await bench.control("POST", "rooms/\(room)/active-speaker", ["participant_id": .null])
      #expect(await eventually { first.heard.last == "onSpeakerChanged nobody" })
      #expect(await eventually { second.heard.last == "onSpeakerChanged nobody" })
      #expect(first.localParticipantViewContainer.border == .clear)
    }

    @Test("a moderator mutes: the border turns red, whatever the button says")
    func moderated() async throws {
      try await running { bench in
        let meetingId = try await createMeeting(bench)
        let first = try await opened("Nadia", meetingId, bench)
        let second = try await opened("Leo", meetingId, bench)
        #expect(await eventually { first.heard.last == "onStreamEnabled Leo" })
        try #require(first.participants.last).disableMic()
        #expect(await eventually { second.heard.last == "onStreamDisabled Leo" })
        #expect(await eventually { first.heard.last == "onStreamDisabled Leo" })
        #expect(second.localParticipantViewContainer.border == .red)
        first.meeting?.end()
        #expect(await eventually { first.heard.last == "onMeetingLeft" && second.heard.last == "onMeetingLeft" })
      }
    }

    @Test("before config(token:) nothing crashes: joining says what is missing")
    func withoutToken() async throws {
      VideoSDK.config(token: "")
      let (meeting, recorder) = (VideoSDK.initMeeting(meetingId: "abcd-efgh-ijkl"), Recorder())
      meeting.addEventListener(recorder)
      meeting.join()
      #expect(await recorder.heard("error 4002"))
      #expect(recorder.lines == ["CONNECTING", "FAILED", "error 4002"])
      #expect(recorder.errors.first?.message.contains("VideoSDK.config(token:)") == true)
      await #expect(throws: VideoSDKError.noToken) { try await VideoSDK.createMeeting() }
    }
  }
}
