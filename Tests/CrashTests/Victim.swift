import HTTPTypes
import JSONCoding
import ProgramTesting

/// A gateway that a test kills, and its vendor, who knows where to post and lives on.
struct Victim: Sendable {
  let served: Served
  let api: Caller

  static func start() async throws -> Victim {
    let served = try await Served.start(logLevel: "warning")
    try await served.registerHook()
    return Victim(served: served, api: served.caller(try await served.key()))
  }

  var mock: Caller { served.vendor }

  /// Dies at once and comes back on the same store and port.
  func diesAndReturns() async throws {
    await served.killGateway()
    try await served.startGateway()
  }

  func stop() async throws {
    let end = await served.stop()
    guard end.gateway == 0, end.mock == 0 else { throw Failure("it ended with \(end): \(served.gateway.errors)") }
  }

  // MARK: Rooms

  static func body(_ title: String, named: Bool = false) -> JSON {
    var body = JSONObject()
    body["kind"] = "audio_room"
    body["title"] = .string(title)
    body["host"] = ["external_id": "nadia"]
    if named { body["external_id"] = .string(title) }
    return .object(body)
  }

  func liveRoom(_ title: String) async throws -> String {
    let room = try await api.post("/v1/rooms", Self.body(title)).string("id")
    let live = try await api.post("/v1/rooms/\(room)/go-live")
    guard live.status == 200 else { throw Failure("go-live: \(live.text)") }
    return room
  }

  func types(_ room: String) async throws -> [String] {
    try await events(room).compactMap { $0["type"]?.stringValue }
  }

  func events(_ room: String) async throws -> [JSON] {
    try await api.get("/v1/rooms/\(room)/events?limit=100").items
  }

  /// Whether the room's sequences are 1, 2, 3, …
  func isGapless(_ room: String) async throws -> Bool {
    let sequences = try await events(room).compactMap { $0["sequence"]?.integerValue }
    return !sequences.isEmpty && sequences == Array(1...Int64(sequences.count))
  }

  func connected(_ room: String) async throws -> [String] {
    try await api.get("/v1/rooms/\(room)/participants").items
      .compactMap { $0["provider_refs", "user_session_id"]?.stringValue }
  }

  // MARK: The vendor

  /// The next such operations go wrong in this way.
  func fault(_ operation: String, _ fault: JSON, times: Int64 = 1) async throws {
    let answer = try await mock.post(
      "/_mock/faults", ["match": ["operation": .string(operation)], "times": .integer(times), "fault": fault])
    guard answer.status == 201 else { throw Failure("the mock refuses the fault: \(answer.text)") }
  }

  func requests(_ operation: String) async throws -> [JSON] {
    try await mock.get("/_mock/journal?operation=\(operation)").items
  }

  func calls() async throws -> [StormCall] {
    let tenants = try await mock.get("/_mock/state").json.objectValue?.pairs ?? []
    return tenants.flatMap { $0.value["calls"]?.arrayValue ?? [] }.map(StormCall.init)
  }

  /// A device of `person` is in the vendor's room, whatever the gateway knows. Returns its session.
  func enters(_ person: String, _ room: String) async throws -> String {
    try await mock.post("/_mock/rooms/audio_room%3A\(room)/participants", ["user_id": .string(person)])
      .string("session_id")
  }

  /// What became of the deliveries of one type.
  func deliveries(_ type: String, _ state: String) async throws -> [JSON] {
    try await mock.get("/_mock/webhooks/deliveries?type=\(type)&state=\(state)").items
  }
}
