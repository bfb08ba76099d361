import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@Suite(.sharedDemo)
struct EventResumeTests {
  @Test func aStreamThatResumesMissesNothing() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let first = try demo.stream("/v1/rooms/\(room)/events?after_sequence=0")
    try await demo.enters("leo", room)
    let joined = await first.first { $0.event == "participant.joined" }
    let position = try #require(joined?.id)
    first.close()

    try await demo.api.post("/v1/rooms/\(room)/people/leo/mute", ["tracks": ["audio"]])
    try await demo.enters("mia", room)
    try await demo.api.post("/v1/rooms/\(room)/lock")

    let second = try demo.stream(
      "/v1/rooms/\(room)/events",
      ["Authorization": "Bearer \(demo.key)", "Last-Event-ID": position])
    try await demo.api.post("/v1/rooms/\(room)/end")
    let last = try await lastSequence(room, left: 2)
    #expect(await second.first { $0.sequence == last } != nil)

    let walked = try await walk("/v1/rooms/\(room)/events", limit: 3)
    let before = first.events.filter { ($0.sequence ?? 0) <= (joined?.sequence ?? 0) }
    #expect(await eventually { before.count + second.events.count >= walked.count })
    let seen = (before + second.events).prefix(walked.count)
    #expect(seen.compactMap(\.sequence) == Array(1...Int64(walked.count)))
    #expect(walked.map { $0.text() } == seen.map { $0.json.text() })
  }

  @Test func sequencesHaveNoGapsWhenManyActAtOnce() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let stream = try demo.stream("/v1/rooms/\(room)/events?after_sequence=0")
    let tokens = try await together(12) { try await demo.joinToken("person-\($0)", in: room) }
    _ = try await together(12) { try await demo.joins(tokens[$0], room).status }
    #expect(try await eventually { try await demo.connections(room).count == 12 })
    _ = try await together(4) { _ in
      try await demo.api.post("/v1/rooms/\(room)/mute-all", ["tracks": ["audio"]]).status
    }
    try await demo.api.post("/v1/rooms/\(room)/end")
    let last = try await lastSequence(room, left: 12)
    #expect(await stream.first { $0.sequence == last } != nil)
    // What the vendor tells last may come between two looks.
    let walked = try await walk("/v1/rooms/\(room)/events", limit: 7)
    let numbers = walked.compactMap { $0["sequence"]?.integerValue }
    #expect(numbers == Array(1...Int64(walked.count)))
    #expect(walked.count >= last)
    #expect(await eventually { stream.events.count >= walked.count })
    let streamed = stream.events.prefix(walked.count).map { $0.json.text() }
    #expect(streamed == walked.map { $0.text() })
    let late = walked.dropFirst(Int(last)).compactMap { $0["type"]?.stringValue }
    #expect(
      Set(late).isSubset(of: ["provider.event", "participant.updated"]), "nobody joins or leaves twice: \(late)")
    #expect(stream.events.filter { $0.event == "participant.joined" }.count == 12)
  }

  @Test func aStreamSaysSomethingAtOnce() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let started = ContinuousClock.now
    let stream = try demo.stream("/v1/rooms/\(room)/events")
    #expect(await stream.followed())
    #expect(ContinuousClock.now - started < .seconds(1))
    #expect(stream.fields["Cache-Control"] == "no-store")
    #expect(stream.fields["X-Accel-Buffering"] == "no")
    #expect(stream.events.isEmpty, "without a position it starts now")
  }

  /// The last event of a room once the leaving of everybody has been told; it follows the end.
  private func lastSequence(_ room: String, left: Int) async throws -> Int64 {
    let isOver = try await eventually {
      let events = try await demo.events(room)
      return events.filter { $0["type"] == "participant.left" }.count == left
        && events.contains { $0["type"] == "session.ended" }
    }
    guard isOver else { throw Failure("not everybody left: \(try await demo.events(room).map { $0["type"] })") }
    return try await demo.api.get("/v1/rooms/\(room)")["sequence"]?.integerValue ?? 0
  }

  private func walk(_ path: String, limit: Int) async throws -> [JSON] {
    var items: [JSON] = []
    var after = ""
    while true {
      let page = try await demo.api.get("\(path)?limit=\(limit)\(after)")
      guard !page.items.isEmpty, items.count < 1000 else { return items }
      items += page.items
      after = "&after=\(try page.string("next_cursor"))"
    }
  }
}
