import JSONCoding
import MeetingCore
import ProgramTesting
import StreamAdapter
import Testing

/// What the guide's page shows of the client is what is run here, against a gateway and a mock as processes.
@Suite("The guide's page about the client")
struct GuideTests {
  /// What a join token's answer has for the vendor's client.
  private struct Connect {
    let apiKey: String
    let userId: String
    let token: String
    let baseURL: String
    let callType: String
    let callId: String

    init(_ demo: Demo, _ person: String, _ name: String, in room: String) async throws {
      let answer = try await demo.api.post(
        "/v1/rooms/\(room)/join-tokens", ["person": ["external_id": .string(person), "name": .string(name)]])
      func text(_ path: String...) throws -> String {
        try #require(path.reduce(answer.json["connect"]) { $0?[$1] }?.stringValue)
      }
      token = try answer.string("token")
      (apiKey, userId) = (try text("api_key"), try text("user", "id"))
      (baseURL, callType, callId) = (try text("base_url"), try text("call_type"), try text("call_id"))
    }
  }

  @Test("somebody comes in with the gateway's token, asks to speak, is let, speaks and leaves")
  func page() async throws {
    let demo = try await Demo.start()
    let room = try await demo.liveRoom()
    try await leo(demo, room)
    #expect(await demo.stop().status == 0)
  }

  private func leo(_ demo: Demo, _ room: String) async throws {
    let connect = try await Connect(demo, "leo", "Leo", in: room)
    let client = StreamVideo(
      apiKey: connect.apiKey, user: User(id: connect.userId, name: "Leo"), token: .init(rawValue: connect.token),
      options: StreamVideoOptions(baseURL: connect.baseURL))
    let call = client.call(callType: connect.callType, callId: connect.callId)
    try await call.join()
    print("\(call.callId) has \(call.state.participantCount) participants")
    #expect(call.state.participants.map(\.name) == ["Leo"])
    #expect(try await eventually { try await demo.connections(room).count == 1 })

    let speakers = call.state.participants.filter { $0.hasAudio }
    let listeners = call.state.participants.filter { !$0.hasAudio }
    let title = call.state.custom["title"]?.stringValue ?? "untitled"
    print("\(title): \(speakers.map(\.name)) speak, \(listeners.map(\.name)) listen")
    #expect(listeners.count == 1)

    try await vote(demo, room, call)
    try await speak(demo, room, call)

    await call.leave()
    await client.disconnect()
    #expect(try await eventually { try await demo.connections(room).isEmpty })
  }

  private func vote(_ demo: Demo, _ room: String, _ call: Call) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in call.subscribe(for: CustomVideoEvent.self) where event.custom["vote"] != nil { break }
      }
      group.addTask {
        // Whoever listens hears one of them.
        while !Task.isCancelled { try await call.sendCustomEvent(["vote": "yes"]) }
      }
      try await group.next()
      group.cancelAll()
    }
  }

  private func speak(_ demo: Demo, _ room: String, _ call: Call) async throws {
    try await call.request(permissions: [.sendAudio])
    let path = "/v1/rooms/\(room)/permission-requests"
    #expect(try await eventually { try await demo.api.get(path).items.count == 1 })
    let request = try #require(try await demo.api.get(path).items.first?["id"]?.stringValue)
    #expect(try await demo.api.post("\(path)/\(request)/grant").status == 200)
    for await own in call.state.values(of: \.ownCapabilities) where own.contains(.sendAudio) { break }
    try await call.microphone.enable()
    for await names in call.state.values(of: \.speakerNames) where names.contains("Leo") { break }
  }

  /// Every line of Swift on the page, in its order, stands here too.
  @Test("the page shows what is run")
  func samePage() throws {
    let shown = try ShownCode.missing(from: "docs/guide/14-swift-client.md")
    #expect(shown.blocks >= 8)
    #expect(shown.missing.isEmpty, "\(shown.missing.joined(separator: "\n"))")
  }
}

extension CallSnapshot {
  var speakerNames: [String] { participants.filter(\.hasAudio).map(\.name) }
}
