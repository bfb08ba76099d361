import Clocks
import Cryptography
import GatewayEngine
import HTTPClient
import HTTPServer
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import SQLiteStore
import VideoSDKMock

/// Two gateways on one file, with VideoSDK's mock behind them and one address before them.
final class TwinBench: Sendable {
  let one: TwinGateway
  let two: TwinGateway
  let balancer = Balancer()
  private let mock: RunningVideoSDKMock
  private let server: HTTPServer
  private let client = HTTPClient()
  private let folder: TemporaryFolder
  private let key: String

  static func running(_ body: (TwinBench) async throws -> Void) async throws {
    // The vendor's clock is the machine's own.
    let bench = try await TwinBench(try await VideoSDKMock.start())
    let result: Result<Void, any Error>
    do { result = .success(try await body(bench)) } catch { result = .failure(error) }
    await bench.stop()
    try result.get()
  }

  private init(_ mock: RunningVideoSDKMock) async throws {
    self.mock = mock
    let folder = TemporaryFolder()
    let path = folder.file("gateway.db")
    server = try HTTPServer.start(HTTPServerConfiguration(), handler: balancer)
    let hook = "http://127.0.0.1:\(server.port)/v1/hooks/main"
    // Two minutes behind the vendor: no token is from the future while a gateway's clock is moved on.
    let wall = SystemTime().wallNanoseconds - 120_000_000_000
    one = try TwinGateway("one", mock, hookURL: hook, store: try .open(path: path, exclusive: true), from: wall)
    two = try TwinGateway("two", mock, hookURL: hook, store: try .open(path: path, exclusive: false), from: wall)
    self.folder = folder
    let setup = Caller(
      principal: .key(KeyPrincipal(id: "key_setup", tenant: "ten_1", scopes: [.admin])), requestID: "setup")
    key = try await one.gateway.createKey(name: "live", scopes: [.manage], caller: setup).key?.revealed ?? ""
    balancer.use(one.facade)
  }

  private func stop() async {
    for gateway in [one, two] { await gateway.stop() }
    await server.stop(drain: .seconds(1))
    await mock.stop()
    await client.shutdown()
  }

  // MARK: The API

  @discardableResult
  func send(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    try await request(method, "http://127.0.0.1:\(server.port)\(path)", body)
  }

  private func request(_ method: String, _ url: String, _ body: JSON?) async throws -> JSON {
    let answer = try await client.send(
      HTTPClientRequest(
        method: method, url: url, fields: ["Authorization": "Bearer " + key, "Content-Type": "application/json"],
        body: body?.bytes()))
    guard (200..<300).contains(answer.status) else {
      throw Failure("\(method) \(url): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
    return (try? JSON.parse(answer.body, mode: .strict)) ?? .null
  }

  func events(_ room: TwinRoom) async throws -> [JSON] {
    try await send("GET", "/v1/rooms/\(room.id)/events?limit=100")["items"]?.arrayValue ?? []
  }

  /// Whose events of a type were told, in order.
  func people(_ type: String, in room: TwinRoom) async throws -> [String] {
    try await events(room).filter { $0["type"]?.stringValue == type }.compactMap { event in
      (event["data", "participant", "person", "external_id"] ?? event["data", "person", "external_id"])?.stringValue
    }
  }

  func participant(_ person: String, in room: TwinRoom) async throws -> JSON? {
    try await send("GET", "/v1/rooms/\(room.id)/participants")["items"]?.arrayValue?
      .last { $0["person", "external_id"]?.stringValue == person }
  }

  func isPublishing(_ person: String, _ isOn: Bool, in room: TwinRoom) async throws -> Bool {
    try await eventually {
      try await participant(person, in: room)?["tracks", "audio", "publishing"] == .bool(isOn)
    }
  }

  // MARK: The vendor

  @discardableResult
  func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    try await request(method, "\(mock.url)/_mock/\(path)", body)
  }

  /// The connections that are seats of the gateway's.
  func seats() async throws -> [String] {
    try await control("GET", "sockets")["items"]?.arrayValue?
      .filter { $0["participant_id"]?.stringValue?.hasPrefix("sb-seat-") == true && $0["stage"] != "leaving" }
      .compactMap { $0["connection"]?.stringValue } ?? []
  }

  /// A room in which ana is, and the first gateway's seat; the second gateway runs, too.
  func room() async throws -> TwinRoom {
    let made = try await send("POST", "/v1/rooms", ["kind": "meeting", "host": ["external_id": "nadia"]])
    guard let id = made["id"]?.stringValue, let vendors = made["provider_refs", "room"]?.stringValue else {
      throw Failure("no room: \(made.text())")
    }
    let room = TwinRoom(id: id, vendors: vendors, bench: self)
    one.run()
    try await room.comes("ana")
    guard try await eventually({ try await seats().count == 1 }) else { throw Failure("nobody sits down") }
    two.run()
    return room
  }
}
