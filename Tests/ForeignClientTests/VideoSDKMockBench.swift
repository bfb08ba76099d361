import Cryptography
import HTTPClient
import HTTPTypes
import JSONCoding
import ProgramTesting
import VideoSDKMock

/// A VideoSDK mock on the machine's own clock, which the vendor's client and this suite both reach over the wire.
final class VideoSDKMockBench: Sendable {
  let mock: RunningVideoSDKMock
  private let client = HTTPClient()

  private init(_ mock: RunningVideoSDKMock) { self.mock = mock }

  static func running(
    _ change: (inout VideoSDKMockOptions) -> Void = { _ in }, _ body: (VideoSDKMockBench) async throws -> Void
  ) async throws {
    var options = VideoSDKMockOptions()
    change(&options)
    let bench = VideoSDKMockBench(try await VideoSDKMock.start(VideoSDKMockConfiguration(options: options)))
    do { try await body(bench) } catch {
      await bench.stop()
      throw error
    }
    await bench.stop()
  }

  private func stop() async {
    await mock.stop()
    await client.shutdown()
  }

  // MARK: Over HTTP

  @discardableResult
  func send(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> (status: Int, json: JSON) {
    let answer = try await client.send(
      HTTPClientRequest(
        method: method, url: mock.url + path,
        fields: ["Authorization": token(["allow_join", "allow_mod"]), "Content-Type": "application/json"],
        body: body?.bytes()))
    return (answer.status, (try? JSON.parse(answer.body, mode: .strict)) ?? .null)
  }

  private func token(_ permissions: [String], _ more: [(String, JSON)] = []) -> String {
    var claims = JSONObject()
    claims["apikey"] = .string(mock.apiKey)
    claims["permissions"] = .array(permissions.map(JSON.string))
    claims["version"] = 2
    claims["exp"] = .integer(wallSeconds() + 600)
    for (name, value) in more { claims[name] = value }
    return (try? JWT.sign(claims: .object(claims), secret: mock.secret)) ?? ""
  }

  func room() async throws -> String { try await send("POST", "/v2/rooms").json["roomId"]?.stringValue ?? "" }

  /// A device of the control plane's joins.
  func device(_ id: String, in room: String, _ more: JSON = [:]) async throws {
    var body = more.objectValue ?? JSONObject()
    body["participant_id"] = .string(id)
    try await send("POST", "/_mock/rooms/\(room)/participants", .object(body))
  }

  func change(_ id: String, in room: String, _ body: JSON) async throws {
    let done = try await send("PATCH", "/_mock/rooms/\(room)/participants/\(id)", body)
    if done.status != 200 { throw Failure("\(body.text()) was answered with \(done.status)") }
  }

  /// Who is in a session, as REST tells it.
  func participants(of session: JSON?) async throws -> [String: JSON] {
    let id = session?["id"]?.stringValue ?? ""
    let answer = try await send("GET", "/v2/sessions/\(id)/participants/active").json
    let people = answer["data"]?.arrayValue?.first?["participants"]?.arrayValue ?? []
    return Dictionary(people.compactMap { one in one["participantId"]?.stringValue.map { ($0, one) } }) { $1 }
  }

  /// Whether somebody's microphone is on.
  func isOn(_ id: String, in room: String) async throws -> Bool {
    let session = try await send("GET", "/v2/sessions?roomId=\(room)").json["data"]?.arrayValue?.first
    let intervals = try await participants(of: session)[id]?["events"]?["mic"]?.arrayValue ?? []
    return intervals.last.map { ($0["end"] ?? .null).isNull } ?? false
  }

  /// The participants that are connected to the signalling.
  func connections() async throws -> [String] {
    try await send("GET", "/_mock/sockets").json["items"]?.arrayValue?.compactMap { $0["participant_id"]?.stringValue }
      ?? []
  }

  /// The names of the messages that the mock heard.
  func heard() async throws -> [String] {
    let items = try await send("GET", "/_mock/journal?method=WS").json["items"]?.arrayValue ?? []
    return items.compactMap { $0["operation"]?.stringValue }
  }

  /// Waits until the mock has heard a message of a name that fits.
  func eventuallyHeard(_ operation: String, _ fits: (JSON) -> Bool) async throws -> Bool {
    let name = operation.split(separator: " ").joined(separator: "%20")
    return try await eventually(within: .seconds(20)) {
      let items = try await send("GET", "/_mock/journal?method=WS&operation=\(name)").json["items"]?.arrayValue ?? []
      return items.contains { $0["body"].map(fits) ?? false }
    }
  }

  // MARK: Guests

  func guest(
    _ name: String, in room: String, permissions: [String] = ["allow_join", "allow_mod"], more: [String] = []
  ) throws -> Guest {
    let token = token(
      permissions, [("roles", ["rtc"]), ("roomId", .string(room)), ("participantId", .string(name))])
    return try Guest(name, meeting: room, token: token, server: mock.url, control: mock.url, more: more)
  }

  /// A guest who is in the room.
  func joined(
    _ name: String, in room: String, permissions: [String] = ["allow_join", "allow_mod"], more: [String] = []
  ) async throws -> Guest {
    let guest = try self.guest(name, in: room, permissions: permissions, more: more)
    try await guest.did("join")
    guard await guest.event("meeting_joined") != nil else { throw Failure("\(name) did not join: \(guest.story)") }
    return guest
  }
}
