import Cryptography
import HTTPClient
import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

/// A gateway and its mock vendor, each a process of its own, to be put under load.
final class LoadedGateway: Sendable {
  let served: Served
  let key: String
  let vendorKey: String
  /// Whoever must always be served, whatever the others do.
  let api: Caller

  private init(_ served: Served, key: String, vendorKey: String) {
    (self.served, self.key, self.vendorKey) = (served, key, vendorKey)
    api = served.caller(key).unwitnessed
  }

  /// Runs `body` with a gateway of its own, which must stop when it is asked to.
  static func run(limits: [String: Int] = [:], _ body: (LoadedGateway) async throws -> Void) async throws {
    let served = try await Served.start(
      logLevel: "error", limits: limits.isEmpty ? [:] : limits.merging(noRates) { mine, _ in mine })
    let loaded = try await over(served)
    try await body(loaded)
    let ends = await served.stop()
    #expect(ends.gateway == 0, "the gateway stops when it is asked to: \(served.gateway.errors)")
    #expect(ends.mock == 0, "the mock stops when it is asked to: \(served.mock.errors)")
  }

  /// As fast as one machine can ask.
  private static let noRates = [
    "requests_per_minute_per_key": 0, "requests_per_minute_per_address": 0, "hooks_per_minute_per_address": 0,
  ]

  static func over(_ served: Served) async throws -> LoadedGateway {
    let made = try await Program.run(
      "keys", "create", "--config", served.configuration, "--scopes", "read,manage,operator")
    guard made.status == 0 else { throw Failure(made.errors) }
    return LoadedGateway(
      served, key: String(made.output.prefix { !$0.isNewline }), vendorKey: try vendorKey(served))
  }

  private static func vendorKey(_ served: Served) throws -> String {
    let ready = try JSON.parse(Array(served.mock.output.utf8), mode: .strict)
    guard let key = ready["api_key"]?.stringValue else { throw Failure("the mock tells no key") }
    return key
  }

  var usage: ProcessUsage { ProcessUsage(of: served.gateway.id) }
  var mockUsage: ProcessUsage { ProcessUsage(of: served.mock.id) }
  var url: String { served.url }

  func socket() throws -> RawSocket { try RawSocket(url: url) }

  // MARK: Requests as text

  func request(_ method: String, _ path: String, _ body: String = "", fields: String = "", key: String? = nil)
    -> [UInt8]
  {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer \(key ?? self.key)\r\n\(fields)"
    if !body.isEmpty { head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
    return Array((head + "\r\n" + body).utf8)
  }

  func following(_ room: String) -> [UInt8] {
    request("GET", "/v1/rooms/\(room)/events", fields: "Accept: text/event-stream\r\n")
  }

  // MARK: Rooms

  func room(_ externalID: String? = nil) async throws -> String {
    var body = JSONObject()
    body["kind"] = "audio_room"
    body["host"] = ["external_id": "nadia"]
    if let externalID { body["external_id"] = .string(externalID) }
    return try await api.post("/v1/rooms", .object(body)).string("id")
  }

  func fault(_ operation: String, _ fault: JSON, times: Int = 1_000_000) async throws {
    let answer = try await served.vendor.post(
      "/_mock/faults", ["match": ["operation": .string(operation)], "times": .integer(Int64(times)), "fault": fault])
    guard answer.status == 201 else { throw Failure("the mock refuses the fault: \(answer.text)") }
  }

  func withoutFaults() async throws { try await served.vendor.send("DELETE", "/_mock/faults") }

  // MARK: Hooks

  func hookFields(_ body: [UInt8], id: String? = nil) -> HTTPFields {
    var fields: HTTPFields = [
      "X-Api-Key": vendorKey,
      "X-Signature": Hex.encode(HMACSHA256.sign(body, key: Array(Served.apiSecret.utf8))),
    ]
    if let id { fields["X-Webhook-Id"] = id }
    return fields
  }

  func hook(_ body: [UInt8], _ fields: HTTPFields? = nil) async throws -> Reply {
    let caller = Caller(
      url: url, fields: fields ?? hookFields(body), client: served.client, witness: Witness(keeps: false))
    return try await caller.send("POST", "/v1/hooks/stream-main", body)
  }

  // MARK: Levels

  /// Waits until nothing but the metrics request itself is going on.
  func expectQuiet(
    connections: Int = 1, within limit: Duration = .seconds(25), _ location: SourceLocation = #_sourceLocation
  ) async throws {
    var last = try await levels()
    let isQuiet = try await eventually(within: limit) {
      last = try await levels()
      return last == Levels(connections: last.connections, requests: 1, streams: 0, calls: 0, tasks: 0)
        && last.connections <= connections
    }
    #expect(isQuiet, "still going on: \(last)", sourceLocation: location)
  }

  struct Levels: Sendable, Equatable {
    let connections: Int
    let requests: Int
    let streams: Int
    let calls: Int
    let tasks: Int
  }

  func levels() async throws -> Levels {
    let text = try await api.get("/metrics").text
    func level(_ name: String) -> Int {
      let lines = text.split(separator: "\n").filter { $0.hasPrefix(name + " ") || $0.hasPrefix(name + "{") }
      return lines.reduce(0) { $0 + ($1.split(separator: " ").last.flatMap { Int($0) } ?? 0) }
    }
    return Levels(
      connections: level("switchboard_server_connections_open"), requests: level("switchboard_http_requests_in_flight"),
      streams: level("switchboard_event_streams_open"), calls: level("switchboard_provider_calls_in_flight"),
      tasks: level("switchboard_engine_tasks_running"))
  }
}
