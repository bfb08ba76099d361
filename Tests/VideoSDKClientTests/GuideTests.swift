import Dispatch
import Foundation
import HTTPTypes
import JSONCoding
import ProgramTesting
import Synchronization
import Testing

@testable import VideoSDKAdapter

extension WholeProcess {
  /// What the guide's page shows of the client is what is run here, against a gateway and a mock as processes.
  @Suite("The guide's page about the client")
  struct GuideTests {
    /// What a join token's answer has for the vendor's client.
    private struct Connect {
      let token: String
      let meetingId: String
      let participantId: String

      init(_ demo: Demo, _ person: String, in room: String) async throws {
        let answer = try await demo.api.post(
          "/v1/rooms/\(room)/join-tokens", ["person": ["external_id": .string(person)]])
        token = try answer.string("token")
        meetingId = try #require(answer.json["connect", "meeting_id"]?.stringValue)
        participantId = try #require(answer.json["connect", "participant_id"]?.stringValue)
      }
    }

    private func configured(_ body: () async throws -> Void) async throws {
      let before = VideoSDK.options
      defer {
        VideoSDK.options = before
        VideoSDK.config(token: "")
      }
      try await body()
    }

    @Test("somebody comes in with the gateway's token, hears of others, talks to them and leaves")
    func page() async throws {
      try await configured {
        let demo = try await Demo.start()
        let room = try await demo.room { $0["provider"] = "videosdk-main" }
        try await demo.api.post("/v1/rooms/\(room)/go-live")
        let ready = try JSON.parse(Array(demo.ready.utf8), mode: .strict)
        try await nadia(demo, room, try #require(ready["mocks", "videosdk", "url"]?.stringValue))
        #expect(await demo.stop().status == 0)
      }
    }

    private func nadia(_ demo: Demo, _ room: String, _ mock: String) async throws {
      let connect = try await Connect(demo, "nadia", in: room)
      let (listener, recorder) = (Audience(), Recorder())
      VideoSDK.options = VideoSDKOptions(restBaseURL: mock)
      let queue = DispatchQueue(label: "listeners")
      VideoSDK.options.callbacks = .custom { work in queue.async { work() } }

      VideoSDK.config(token: connect.token)
      let meeting = VideoSDK.initMeeting(
        meetingId: connect.meetingId, participantId: connect.participantId, participantName: "Nadia", micEnabled: true,
        webcamEnabled: false)
      meeting.addEventListener(listener)
      meeting.join()

      meeting.addEventListener(recorder)
      meeting.localParticipant.addEventListener(recorder)
      #expect(await recorder.heard("nadia on audio"))
      let people = "/v1/rooms/\(room)/participants"
      #expect(try await eventually { try await demo.api.get(people).items.count == 1 })
      try await talk(meeting, recorder)

      meeting.leave()
      #expect(await recorder.heard("left 1101"))
      #expect(await eventually { meeting.isQuiet })
      #expect(try await eventually { try await demo.api.get(people).items.isEmpty })
    }

    private func talk(_ meeting: Meeting, _ recorder: Recorder) async throws {
      let hands = Recorder()
      meeting.pubsub.subscribe(topic: "RAISE_HAND", forListener: hands)
      meeting.pubsub.publish(topic: "RAISE_HAND", message: "Nadia", options: ["persist": true], payload: ["since": 3])
      #expect(await hands.heard("[RAISE_HAND] nadia: Nadia"))

      meeting.muteMic()
      meeting.unmuteMic()
      for participant in meeting.participants.values { participant.disableMic() }
      await meeting.changeMode(.RECV_ONLY)
      #expect(await recorder.heard("nadia RECV_ONLY"))
      #expect(recorder.errors.isEmpty)
    }

    @Test("a room without a gateway, and who is muted there")
    func ownRoom() async throws {
      try await configured {
        try await MockBench.running { bench in
          VideoSDK.options = VideoSDKOptions(restBaseURL: bench.url)
          let token = try bench.token(["allow_join", "allow_mod"])
          let meetingId = try await VideoSDK.createMeeting(token: token)
          try await bench.enter("ana", in: meetingId)
          let host = try await bench.join("host", in: meetingId, permissions: ["allow_join", "allow_mod"])
          #expect(await host.recorder.heard("ana on audio"))
          for participant in host.meeting.participants.values { participant.disableMic() }
          #expect(await host.recorder.heard("ana off audio"))
          await host.meeting.leaveAndWait()
        }
      }
    }

    /// Every line of Swift on the page, in its order, stands here too.
    @Test("the page shows what is run")
    func samePage() throws {
      let shown = try ShownCode.missing(from: "docs/guide/15-videosdk-client.md")
      #expect(shown.blocks >= 8)
      #expect(shown.missing.isEmpty, "\(shown.missing.joined(separator: "\n"))")
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
