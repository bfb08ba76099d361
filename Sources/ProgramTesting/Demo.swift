import Cryptography
import HTTPClient
package import HTTPTypes
package import JSONCoding

/// A demo process: a gateway with the mock of its vendor.
package final class Demo: Sendable {
  package let process: RunningProgram
  package let key: String
  package let secret: String
  package let apiKey: String
  /// Signs the calls of agents' tools.
  package let toolSecret: String
  /// The gateway's API with the demo's own key, which has every scope.
  package let api: Caller
  package let mock: Caller
  /// The mock of the account `videosdk-main`.
  package let video: Caller
  /// What the ready file says.
  package let ready: String
  private let secrets: [String]
  private let client = HTTPClient(configuration: HTTPClientConfiguration(userAgent: "end-to-end"))

  private init(_ process: RunningProgram, _ ready: JSON) throws {
    guard let key = ready["gateway", "key"]?.stringValue, let url = ready["gateway", "url"]?.stringValue,
      let vendor = ready["mocks", "stream", "url"]?.stringValue,
      let apiKey = ready["mocks", "stream", "api_key"]?.stringValue,
      let secret = ready["mocks", "stream", "api_secret"]?.stringValue,
      let videoURL = ready["mocks", "videosdk", "url"]?.stringValue,
      let videoSecret = ready["mocks", "videosdk", "secret"]?.stringValue,
      let toolSecret = ready["gateway", "tool_secret"]?.stringValue
    else { throw Failure("the ready file lacks something") }
    (self.process, self.key, self.secret, self.apiKey, self.ready) = (process, key, secret, apiKey, ready.text())
    self.toolSecret = toolSecret
    secrets = [key, secret, toolSecret, videoSecret]
    api = Caller(url: url, fields: ["Authorization": "Bearer \(key)"], client: client, witness: Witness())
    mock = Caller(url: vendor, fields: [:], client: client, witness: Witness())
    video = Caller(url: videoURL, fields: [:], client: client, witness: Witness())
  }

  package static func start(data: String? = nil) async throws -> Demo {
    let folder = TemporaryFolder()
    let process = try RunningProgram(
      ["demo", "--port", "0", "--ready-file", folder.file("ready")] + (data.map { ["--data", $0] } ?? []))
    let isReady = await eventually(within: .seconds(20)) {
      folder.read("ready").hasSuffix("\n") || process.status() != nil
    }
    guard isReady, process.status() == nil else { throw Failure("the demo did not start: \(process.errors)") }
    return try Demo(process, JSON.parse(Array(folder.read("ready").utf8), mode: .strict))
  }

  package var now: Int64 { wallSeconds() }

  // MARK: Rooms

  /// Creates a room and returns its id.
  package func room(_ change: (inout JSONObject) -> Void = { _ in }) async throws -> String {
    var body = JSONObject()
    body["kind"] = "audio_room"
    body["host"] = ["external_id": "nadia", "name": "Nadia"]
    change(&body)
    return try await api.post("/v1/rooms", .object(body)).string("id")
  }

  package func liveRoom() async throws -> String {
    let room = try await room()
    try await api.post("/v1/rooms/\(room)/go-live")
    return room
  }

  package func joinToken(_ person: String, in room: String) async throws -> String {
    try await api.post("/v1/rooms/\(room)/join-tokens", ["person": ["external_id": .string(person)]]).string("token")
  }

  /// A device opens the vendor's room with a token.
  package func joins(_ token: String, _ room: String) async throws -> Reply {
    try await mock.post("/_mock/rooms/audio_room%3A\(room)/participants", ["token": .string(token)])
  }

  /// A device of `person` is let in, and the gateway knows.
  @discardableResult
  package func enters(_ person: String, _ room: String) async throws -> String {
    let session = try await joins(joinToken(person, in: room), room).string("session_id")
    _ = try await eventually { try await self.connections(room).contains(session) }
    return session
  }

  /// The vendor's ids of the connections that the gateway lists.
  package func connections(_ room: String) async throws -> [String] {
    try await api.get("/v1/rooms/\(room)/participants").items
      .compactMap { $0["provider_refs", "user_session_id"]?.stringValue }
  }

  /// The requests that the vendor got, of one operation and about one room where given.
  package func journal(_ operation: String? = nil, _ room: String? = nil) async throws -> [JSON] {
    let query = operation.map { "?operation=\($0)" } ?? ""
    let items = try await mock.get("/_mock/journal\(query)").items
    return items.filter { entry in room.map { entry.text().contains($0) } ?? true }
  }

  /// All events of a room that the log has.
  package func events(_ room: String, types: String? = nil) async throws -> [JSON] {
    let filter = types.map { "&types=\($0)" } ?? ""
    return try await api.get("/v1/rooms/\(room)/events?limit=100\(filter)").items
  }

  package func stream(_ path: String, _ fields: HTTPFields? = nil) throws -> EventStream {
    try EventStream(url: api.url, path: path, fields: fields ?? api.fields, witness: api.witness)
  }

  // MARK: Hooks

  /// What the vendor sends with a hook of this body.
  package func hookFields(_ body: [UInt8], id: String? = nil) -> HTTPFields {
    var fields: HTTPFields = [
      "X-Api-Key": apiKey, "X-Signature": Hex.encode(HMACSHA256.sign(body, key: Array(secret.utf8))),
    ]
    if let id { fields["X-Webhook-Id"] = id }
    return fields
  }

  package func hook(_ body: [UInt8], _ fields: HTTPFields, type: String? = "application/json") async throws -> Reply {
    let caller = Caller(url: api.url, fields: fields, client: client, witness: api.witness)
    return try await caller.send("POST", "/v1/hooks/stream-main", body, type: type)
  }

  // MARK: The end

  /// Stops the process and returns what it let slip: nothing, if all is well.
  package func stop() async -> (status: Int32?, slips: [String]) {
    let status = await process.terminate()
    await client.shutdown()
    let ownLines = ["  key             \(key)", "KEY=\(key)"]
    let output = process.output.split(separator: "\n").filter { line in !ownLines.contains { line.contains($0) } }
    let said = output.joined(separator: "\n") + "\n" + process.errors
    return (status, api.witness.slips(secrets) + Witness.slips(in: said, secrets).map { "output: \($0)" })
  }
}
