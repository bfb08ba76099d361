import JSONCoding
import WebSocket

@testable import StreamMock

/// One device's connection to the media server.
struct MediaDevice: Sendable {
  let socket: WebSocketConnection
  let session: String
  let first: JSON

  var participants: [JSON] { first["call_state"]?["participants"]?.arrayValue ?? [] }
  /// The refusal that came instead of a welcome.
  var refusal: String? { first["error"]?["code"]?.stringValue }

  func say(_ frame: JSON) async { await socket.say(frame) }

  /// Mutes or publishes; the answer, after everything that came before it.
  @discardableResult
  func mute(_ track: String, _ isMuted: Bool) async -> [JSON] {
    await say([
      "type": "UpdateMuteStates", "request_id": 7,
      "mute_states": [["track_type": .string(track), "muted": .bool(isMuted)]],
    ])
    return await socket.frames(upTo: "UpdateMuteStatesResponse")
  }

  /// Everything that was said up to now.
  func news() async -> [JSON] {
    await say(["type": "HealthCheckRequest"])
    return Array(await socket.frames(upTo: "HealthCheckResponse").dropLast())
  }

  func counts() async -> JSON? {
    await say(["type": "HealthCheckRequest"])
    return await socket.frames(upTo: "HealthCheckResponse").last?["participant_count"]
  }
}

extension CoordinatorClient {
  /// What a join hands out.
  func credentials(_ user: String, _ call: String = "c", type: String = "default", token: String? = nil) async throws
    -> JSON
  {
    try await send(
      "POST", "/video/call/\(type)/\(call)/join", ["location": "ams"], token: token ?? vendor.user(user)
    ).json["credentials"] ?? .null
  }

  /// Connects to the media server.
  func enter(_ credentials: JSON, session: String) async throws -> MediaDevice {
    let socket = try await open(at: credentials["server"]?["ws_endpoint"]?.stringValue ?? "")
    await socket.say(["type": "JoinRequest", "token": credentials["token"] ?? .null, "session_id": .string(session)])
    return MediaDevice(socket: socket, session: session, first: await socket.frame() ?? .null)
  }

  /// Joins, and is there.
  func device(_ user: String, _ call: String = "c", type: String = "default", session: String? = nil) async throws
    -> MediaDevice
  {
    try await enter(try await credentials(user, call, type: type), session: session ?? "\(user)-1")
  }

  /// A call of `host`'s with people who exist.
  func meeting(_ people: String..., type: String = "default", settings: JSON = [:]) async throws {
    var users = JSONObject()
    for user in people + ["host"] { users[user] = ["id": .string(user), "name": .string(user.uppercased())] }
    try await send("POST", "/api/v2/users", ["users": .object(users)])
    try await send(
      "POST", "/api/v2/video/call/\(type)/c",
      [
        "data": [
          "created_by_id": "host", "settings_override": settings,
          "members": [["user_id": "host", "role": "admin"]],
        ]
      ])
  }

  /// What the control plane sees of the media server.
  func connections() async throws -> [JSON] {
    try await send("GET", "/_mock/media").json["items"]?.arrayValue ?? []
  }

  /// Who is in the call, for everybody to read.
  func inside(_ call: String = "default/c") async throws -> Set<String> {
    let session = try await send("GET", "/api/v2/video/call/\(call)").json["call"]?["session"]
    return Set(session?["participants"]?.arrayValue?.compactMap { $0["user_session_id"]?.stringValue } ?? [])
  }
}
