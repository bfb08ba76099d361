import AdapterKit
import ClientSupport
import Clocks
import Cryptography
import HTTPClient
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import StreamMock
import Synchronization
import Testing

@testable import StreamAdapter

/// A mock of the service that listens, and clients of it. What a test leaves connected is disconnected, and must leave
/// nothing behind.
final class ClientBench: Sendable {
  private let running: Mutex<RunningStreamMock>
  let time: any TimeSource
  private let options: StreamMockOptions
  private let http = HTTPClient()
  private let clients = Mutex<[StreamVideo]>([])

  private init(_ mock: RunningStreamMock, _ time: any TimeSource, _ options: StreamMockOptions) {
    running = Mutex(mock)
    self.time = time
    self.options = options
  }

  static func running(
    time: any TimeSource = SystemTime(), mock change: (inout StreamMockOptions) -> Void = { _ in },
    _ body: (ClientBench) async throws -> Void
  ) async throws {
    var options = StreamMockOptions()
    options.userRequestsPerMinute = nil
    change(&options)
    let mock = try await StreamMock.start(StreamMockConfiguration(options: options), time: time)
    let bench = ClientBench(mock, time, options)
    let result: Result<Void, any Error>
    do { result = .success(try await body(bench)) } catch { result = .failure(error) }
    await bench.stop()
    try result.get()
  }

  private func stop() async {
    for client in clients.withLock({ $0 }) {
      await client.disconnect()
      #expect(client.core.parts.work.count == 0, "a task is left")
    }
    let left = try? await eventually { try await sockets().isEmpty }
    #expect(left == true, "a connection is left")
    await mock.stop()
    await http.shutdown()
  }

  var mock: RunningStreamMock { running.withLock { $0 } }
  var url: String { mock.url }

  /// The service goes away and comes back at the same address, knowing nothing of before.
  func restart(whileAway body: () async throws -> Void = {}) async throws {
    let port = mock.server.port
    await mock.stop()
    try await body()
    let next = try await StreamMock.start(
      StreamMockConfiguration(options: options), port: UInt16(port), time: time)
    running.withLock { $0 = next }
  }

  // MARK: Clients

  var now: Int64 { time.wallNanoseconds / 1_000_000_000 }

  func token(
    _ user: String, seconds: Int64 = 3_600, secret: String? = nil, cids: [String]? = nil, role: String? = nil
  ) throws -> UserToken {
    var claims = JSONObject()
    claims["user_id"] = .string(user)
    claims["iat"] = .integer(now - 5)
    claims["exp"] = .integer(now + seconds)
    claims["call_cids"] = cids.map { .array($0.map(JSON.string)) }
    claims["role"] = role.map(JSON.string)
    return UserToken(
      rawValue: try JWT.sign(claims: .object(claims), secret: secret.map { Secret($0) } ?? mock.apiSecret))
  }

  /// A client of a user's, on the bench's clock.
  func client(
    _ user: User, token: UserToken? = nil, provider: UserTokenProvider? = nil, apiKey: String? = nil,
    requestTimeout: Duration? = nil, surroundings change: (inout ClientSurroundings) -> Void = { _ in }
  ) throws -> StreamVideo {
    var surroundings = ClientSurroundings()
    surroundings.time = time
    change(&surroundings)
    let usual = user.kind == .regular ? try self.token(user.id) : .empty
    var options = StreamVideoOptions(baseURL: url)
    if let requestTimeout { options.requestTimeout = requestTimeout }
    let client = StreamVideo(
      apiKey: apiKey ?? mock.apiKey, user: user, token: token ?? usual, tokenProvider: provider,
      options: options, surroundings: surroundings)
    clients.withLock { $0.append(client) }
    return client
  }

  func client(_ id: String) throws -> StreamVideo { try client(User(id: id, name: id.capitalizedName)) }

  /// An audio room that `host` made, is in, and has opened.
  func liveRoom(_ host: String = "martin", _ id: String = "room") async throws -> (client: StreamVideo, call: Call) {
    let client = try client(host)
    let call = client.call(callType: "audio_room", callId: id)
    try await call.join(create: true)
    try await call.goLive()
    return (client, call)
  }

  /// Somebody in a room that is there.
  func join(_ user: String, _ id: String = "room", type: String = "audio_room", create: Bool = false) async throws
    -> Call
  {
    let call = try client(user).call(callType: type, callId: id)
    try await call.join(create: create)
    return call
  }

  // MARK: The service

  /// Asks the mock itself for something.
  @discardableResult
  func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    try await send(method, "/_mock/" + path, body)
  }

  /// Asks as the application's own server.
  @discardableResult
  func server(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    try await send(method, "/api/v2" + path + "?api_key=" + mock.apiKey, body)
  }

  private func send(_ method: String, _ path: String, _ body: JSON?) async throws -> JSON {
    let token = try JWT.sign(claims: ["server": true], secret: mock.apiSecret)
    let answer = try await http.send(
      HTTPClientRequest(
        method: method, url: url + path,
        fields: ["Authorization": token, "stream-auth-type": "jwt", "Content-Type": "application/json"],
        body: method == "GET" ? nil : body?.bytes() ?? []))
    guard (200..<300).contains(answer.status) else {
      throw Failure("\(method) \(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
    return (try? JSON.parse(answer.body, mode: .strict)) ?? .null
  }

  /// Users the application's server makes.
  func users(_ ids: String...) async throws {
    var users = JSONObject()
    for id in ids { users[id] = .object(.present(["id": .string(id), "name": .string(id.capitalizedName)])) }
    try await server("POST", "/users", ["users": .object(users)])
  }

  /// Connections to the coordinator.
  func sockets() async throws -> [JSON] { try await control("GET", "sockets")["items"]?.arrayValue ?? [] }

  /// Devices on the media side.
  func devices() async throws -> [JSON] { try await control("GET", "media")["items"]?.arrayValue ?? [] }

  /// A device of somebody without a client of ours comes in, publishing sound; its id.
  func enter(_ user: String, in cid: String) async throws -> String {
    let device = try await control("POST", "rooms/\(cid)/participants", ["user_id": .string(user), "audio": true])
    return device["session_id"]?.stringValue ?? ""
  }

  /// A model joins a call as a user, over the service's bridge.
  func assistant(_ user: String, in call: Call) async throws -> Assistant {
    let query = "call_type=\(call.callType)&call_id=\(call.callId)&api_key=\(mock.apiKey)"
    return try await Assistant("\(url)/video/connect_agent?\(query)", token: token(user).rawValue, http)
  }

  /// The model says something and is not done with it.
  func says(_ text: String, _ user: String, in call: Call) async throws {
    try await control(
      "POST", "rooms/\(call.cId)/agents/\(user)/say", ["text": .string(text), "finish": false])
  }

  func hasSpoken(_ user: String, in call: Call) async throws {
    try await control("POST", "rooms/\(call.cId)/agents/\(user)/finish")
  }

  func leave(_ device: String, from cid: String) async throws {
    try await control("DELETE", "rooms/\(cid)/participants/\(device)")
  }

  /// Somebody speaks into a device, or is silent.
  func speak(_ isSpeaking: Bool, level: Double, into device: String?, in cid: String) async throws {
    let change: JSON = ["speaking": .bool(isSpeaking), "level": .number(level)]
    try await control("PATCH", "rooms/\(cid)/participants/\(device ?? "none")", change)
  }

  /// How often the service was asked for an operation.
  func count(of operation: String) async throws -> Int {
    let items = try await control("GET", "journal")["items"]?.arrayValue ?? []
    return items.count { $0["operation"]?.stringValue == operation }
  }
}

extension String {
  /// `martin` is called Martin.
  var capitalizedName: String { prefix(1).uppercased() + dropFirst() }
}

/// The error that an operation ended with; nil when it worked.
func refusal<Value>(_ body: () async throws(StreamVideoError) -> Value) async -> StreamVideoError? {
  do throws(StreamVideoError) {
    _ = try await body()
    return nil
  } catch { return error }
}
