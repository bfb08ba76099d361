import ProgramTesting
import Testing

/// Code that an application has written for the vendor's SDK compiles with this client's module alone, from outside this
/// package, where nothing is visible but what is public.
@Suite("The client from outside")
struct PublicInterfaceTests {
  private static let app = #"""
    import StreamAdapter

    struct AudioRoomsApp {
      var call: Call
      var state: CallState
      private var client: StreamVideo

      init(apiKey: String, userId: String, token: String, callId: String) {
        let user = User(
          id: userId,
          name: "Martin",  // name and imageURL are used in the UI
          imageURL: .init(string: "https://images.test/martin.webp"))
        self.client = StreamVideo(
          apiKey: apiKey,
          user: user,
          token: .init(stringLiteral: token)
        )
        let call = client.call(callType: "audio_room", callId: callId)
        self.call = call
        self.state = call.state
      }

      func room() async throws {
        try await call.join(
          create: true,
          options: .init(
            members: [
              .init(userId: "john_smith"),
              .init(userId: "jane_doe"),
            ],
            custom: [
              "title": .string("SwiftUI heads"),
              "description": .string("Talking about SwiftUI")
            ]
          )
        )
        try await call.sendReaction(type: "raise-hand", custom: ["mycustomfield": "hello"], emojiCode: ":smile:")
        let text = "Audio Room \(call.callId) has \(call.state.participantCount) participants"
        let title: String? = call.state.custom["title"]?.stringValue
        let participants: [CallParticipant] = call.state.participants
        if state.backstage {
          Task {
            try await call.goLive()
          }
        } else {
          Task {
            try await call.stopLive()
          }
        }
        for participant in participants {
          print(participant.isSpeaking, participant.profileImageURL as Any, "\(participant.name)", text, title as Any)
        }
        let response = try await call.request(permissions: [.sendAudio])
        print(response)
        if let request = call.state.permissionRequests.first {
          // reject it
          request.reject()

          // grant it
          try await call.grant(request: request)
          let action: () -> Void = request.reject
          print("\(request.user.name) requested to \(request.permission)", action)
        }
      }

      func microphone() async throws {
        let microphone: MicrophoneManager = call.microphone
        let isEnabled = call.microphone.status == .enabled
        try await call.microphone.toggle()
        try await call.microphone.enable()
        try await call.microphone.disable()
        print(microphone.status == .enabled ? "mic.circle" : "mic.slash.circle", isEnabled)
        print(call.state.participants.filter { $0.hasAudio }, call.state.participants.filter {!$0.hasAudio})
      }

      func assistant(token: String) async throws {
        let user = User(id: "theodore")
        let streamVideo = StreamVideo(
          apiKey: "key",
          user: user,
          token: .init(rawValue: token)
        )
        try await streamVideo.connect()
        let call = streamVideo.call(
          callType: "default",
          callId: "talk",
          callSettings: .init(videoOn: false)
        )
        try await call.join(
          create: true,
        )
        if let speaker = call.state.activeSpeakers.first(where: { participant in
          participant.userId.contains("lucy")
        }) {
          let levels: [Float] = speaker.audioLevels.map { value in value / Float(Int.random(in: 1...3)) }
          print(levels, speaker.id == call.state.localParticipant?.id, call.cId)
        }
      }

      func hangUp() { call.leave() }
    }
    """#

  @Test("the vendor's tutorials, without their views, compile as they are", .enabled(if: OutsideCompiler.isAvailable))
  func compiles() async throws {
    let objections = try await OutsideCompiler.objections(to: Self.app)
    #expect(objections == nil)
  }
}
