import MeetingCore
import ProgramTesting
import StreamAdapter
import Testing

/// What the vendor's tutorial for voice assistants has its app do, without its views.
@Suite("The voice assistant tutorial")
struct VoiceAssistantTests {
  enum SpeakerState { case aiSpeaking, userSpeaking, idle }

  /// The tutorial's view: whose levels are drawn, and how high.
  private struct View {
    private let agentId = "lucy"
    private(set) var speakerState = SpeakerState.idle
    private(set) var amplitude: Float = 0

    mutating func onChange(_ callState: CallState, _ newSpeakers: [CallParticipant]) {
      var audioLevels: [Float] = []
      if let speaker = newSpeakers.first(where: { $0.userId.contains(agentId) }) {
        speakerState = .aiSpeaking
        audioLevels = speaker.audioLevels
      } else if let speaker = newSpeakers.first(where: { $0.id == callState.localParticipant?.id }) {
        speakerState = .userSpeaking
        audioLevels = speaker.audioLevels
      } else {
        speakerState = .idle
      }
      let peak = audioLevels.map { abs($0) }.max() ?? 0
      amplitude = peak > 0 ? audioLevels.map { $0 / peak }.reduce(0, +) / Float(audioLevels.count) : 0
    }
  }

  @Test("the levels of whoever speaks are drawn, the assistant's before one's own")
  func levels() async throws {
    try await ClientBench.running { bench in
      let streamVideo = try bench.client(User(id: "theodore"), token: .init(rawValue: bench.token("theodore").rawValue))
      try await streamVideo.connect()
      let call = streamVideo.call(
        callType: "default",
        callId: "talk",
        callSettings: .init(videoOn: false)
      )
      try await call.join(create: true)
      #expect(call.microphone.status == .enabled)
      let lucy = try await bench.enter("lucy", in: call.cId)
      #expect(await eventually { call.state.remoteParticipants.map(\.userId) == ["lucy"] })
      var view = View()
      view.onChange(call.state, call.state.activeSpeakers)
      #expect(view.speakerState == .idle)

      try await bench.speak(true, level: 0.4, into: call.state.localParticipant?.sessionId, in: call.cId)
      #expect(await eventually { !call.state.activeSpeakers.isEmpty })
      view.onChange(call.state, call.state.activeSpeakers)
      #expect(view.speakerState == .userSpeaking)

      for level in [0.2, 0.8, 0.4] { try await bench.speak(true, level: level, into: lucy, in: call.cId) }
      #expect(await eventually { call.state.activeSpeakers.first?.audioLevel == 0.4 })
      view.onChange(call.state, call.state.activeSpeakers)
      #expect(view.speakerState == .aiSpeaking)
      #expect(abs(view.amplitude - (0.25 + 1 + 0.5) / 3) < 0.01)

      try await bench.leave(lucy, from: call.cId)
      #expect(await eventually { call.state.remoteParticipants.isEmpty })
      Self.hangUp(call)
      #expect(await eventually { !call.state.isJoined })
    }
  }

  @Test("the assistant's own words move the picture, and it rests behind them")
  func words() async throws {
    try await ClientBench.running { bench in
      let call = try await bench.join("theodore", "talk", type: "default", create: true)
      let lucy = try await bench.assistant("lucy", in: call)
      #expect(await eventually { call.state.remoteParticipants.map(\.userId) == ["lucy"] })
      try await bench.says("The weather in Boulder is fine", "lucy", in: call)
      #expect(await eventually { (call.state.activeSpeakers.first?.audioLevels.count ?? 0) >= 3 })
      var view = View()
      view.onChange(call.state, call.state.activeSpeakers)
      #expect(view.speakerState == .aiSpeaking)
      #expect((0.3..<1).contains(view.amplitude))
      try await bench.hasSpoken("lucy", in: call)
      #expect(await eventually { call.state.activeSpeakers.isEmpty })
      view.onChange(call.state, call.state.activeSpeakers)
      #expect(view.speakerState == .idle)
      await lucy.hangUp()
      #expect(await eventually { call.state.remoteParticipants.isEmpty })
    }
  }

  /// As the hang-up button does.
  private static func hangUp(_ call: Call) { call.leave() }
}
