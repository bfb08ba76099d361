import JSONCoding
import ProgramTesting

/// A live room that a running gateway has made at VideoSDK's mock, which the vendor's client enters with the gateway's own
/// tokens.
struct GatewayRoom: Sendable {
  let demo: Demo
  let id: String

  /// In a demo of its own, which must end well and have let no secret slip.
  static func running(_ body: (GatewayRoom) async throws -> Void) async throws {
    let demo = try await Demo.start()
    let room = try await demo.room { $0["provider"] = "videosdk-main" }
    guard try await demo.api.post("/v1/rooms/\(room)/go-live").status == 200 else { throw Failure("it is not live") }
    do { try await body(GatewayRoom(demo: demo, id: room)) } catch {
      _ = await demo.stop()
      throw error
    }
    let end = await demo.stop()
    guard end.status == 0, end.slips.isEmpty else {
      throw Failure("the demo ended with \(end.status as Any), and told \(end.slips): \(demo.process.errors)")
    }
  }

  // MARK: Guests

  func joinToken(_ person: String, as role: String) async throws -> Reply {
    try await post("/join-tokens", ["person": ["external_id": .string(person)], "role": .string(role)])
  }

  /// The vendor's client, with nothing but what the answer to a join token says.
  func guest(_ grant: Reply, more: [String] = []) throws -> Guest {
    try Guest(
      grant.string("connect", "participant_id"), meeting: grant.string("connect", "meeting_id"),
      token: grant.string("token"), server: "http://" + grant.string("connect", "signaling_base_url"),
      control: demo.video.url, more: ["--mode", grant.string("connect", "mode")] + more)
  }

  /// Who is in the room, and of whom the gateway knows.
  func joined(_ person: String, as role: String = "speaker", more: [String] = []) async throws -> Guest {
    let guest = try guest(try await joinToken(person, as: role), more: more)
    try await guest.did("join")
    guard await guest.event("meeting_joined") != nil else { throw Failure("\(person) did not join: \(guest.story)") }
    let isSeen = try await becomes(person) { $0["connection"] == "connected" }
    guard isSeen, try await isSeated() else { throw Failure("the gateway does not see \(person): \(guest.story)") }
    return guest
  }

  /// Whether the gateway's own seat is taken, as the vendor has it.
  private func isSeated() async throws -> Bool {
    try await eventually {
      try await connections().contains { $0.hasPrefix("sb-seat-") }
    }
  }

  /// The participants that are connected to the vendor's signalling.
  func connections() async throws -> [String] {
    try await demo.video.get("/_mock/sockets").items.compactMap { $0["participant_id"]?.stringValue }
  }

  // MARK: The gateway

  func get(_ path: String) async throws -> Reply { try await demo.api.get("/v1/rooms/\(id)\(path)") }

  @discardableResult
  func post(_ path: String, _ body: JSON? = nil) async throws -> Reply {
    try await demo.api.post("/v1/rooms/\(id)\(path)", body)
  }

  /// The latest connection of a person.
  func participant(_ person: String) async throws -> JSON? {
    try await get("/participants").items.last { $0["person", "external_id"]?.stringValue == person }
  }

  func becomes(_ person: String, _ condition: (JSON) -> Bool) async throws -> Bool {
    try await eventually { try await participant(person).map(condition) ?? false }
  }

  func events(_ types: String) async throws -> [JSON] { try await demo.events(id, types: types) }

  /// Waits for so many events of some types.
  func told(_ types: String, count: Int = 1) async throws -> [JSON] {
    var found: [JSON] = []
    _ = try await eventually {
      found = try await events(types)
      return found.count >= count
    }
    return found
  }

  /// How an operation ended; `pending` when it has not.
  func end(of operation: JSON?) async throws -> String {
    var state = ""
    _ = try await eventually(within: .seconds(20)) {
      state = try await demo.api.get("/v1/operations/\(operation?.stringValue ?? "")").string("state")
      return state != "pending"
    }
    return state
  }
}
