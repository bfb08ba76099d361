import Clocks
import Cryptography
import HTTPClient
import HTTPTypes
import JSONCoding
import MockKit
import StreamMock
import WebSocket

@testable import StreamAdapter

/// A mock that listens, and clients of its media side. The clients' clock is moved by hand, the mock's runs.
final class MediaBench: Sendable {
  let mock: RunningStreamMock
  let time = ManualTime()
  private let client = HTTPClient()
  private let loop: WebSocketLoop

  private init(_ mock: RunningStreamMock, _ loop: WebSocketLoop) {
    self.mock = mock
    self.loop = loop
  }

  /// A call `default:c` of `host`'s; `ann` and `bob` exist.
  static func running(_ body: (MediaBench) async throws -> Void) async throws {
    let bench = MediaBench(try await StreamMock.start(), try WebSocketLoop())
    do {
      let users: JSON = ["ann": ["id": "ann"], "bob": ["id": "bob"], "host": ["id": "host"]]
      try await bench.send("POST", "/api/v2/users", ["users": users])
      try await bench.send("POST", "/api/v2/video/call/default/c", ["data": ["created_by_id": "host"]])
      try await body(bench)
    } catch {
      await bench.stop()
      throw error
    }
    await bench.stop()
  }

  private func stop() async {
    await mock.stop()
    await loop.stop()
    await client.shutdown()
  }

  @discardableResult
  func send(_ method: String, _ path: String, _ body: JSON? = nil, user: String? = nil) async throws -> JSON {
    let url = mock.url + path + (path.hasPrefix("/_mock") ? "" : "?api_key=\(mock.apiKey)")
    let claims: JSON = user.map { ["user_id": .string($0)] } ?? [:]
    let answer = try await client.send(
      HTTPClientRequest(
        method: method, url: url,
        fields: [
          "Authorization": try JWT.sign(claims: claims, secret: mock.apiSecret), "stream-auth-type": "jwt",
          "Content-Type": "application/json",
        ], body: method == "GET" ? nil : body?.bytes() ?? []))
    return (try? JSON.parse(answer.body, mode: .strict)) ?? .null
  }

  func act(_ act: String, _ body: JSON = [:]) async throws { try await send("POST", "/_mock/media/\(act)", body) }

  func side(longestMessage: Int = 4 << 20) -> MediaSockets {
    MediaSockets(client: WebSocketClient(opener: client, loop: loop), time: time, longestMessage: longestMessage)
  }

  func credentials(_ user: String) async throws -> MediaCredentials {
    try MediaCredentials(
      joinAnswer: try await send("POST", "/video/call/default/c/join", ["location": "ams"], user: user))
  }

  /// Connects a model to the call; returns once it has joined.
  func assistant(_ user: String) async throws -> WebSocketConnection {
    let socket = try await WebSocketClient(opener: client, loop: loop).connect(
      "\(mock.url)/video/connect_agent?call_type=default&call_id=c&api_key=\(mock.apiKey)",
      fields: [
        "Authorization": "Bearer sk-mock",
        "Stream-Authorization": try JWT.sign(claims: ["user_id": .string(user)], secret: mock.apiSecret),
      ])
    while let message = await socket.receive() {
      let frame = try JSON.parse(message.bytes, mode: .strict)
      if frame["type"] == "call.session_participant_joined" { break }
    }
    return socket
  }

  func join(_ user: String, as session: String? = nil) async throws -> any MediaSession {
    try await side().join(try await credentials(user), session: session ?? "\(user)-1")
  }
}

/// What an operation failed with; nil when it succeeded.
func failure<Value>(_ body: () async throws(MediaFailure) -> Value) async -> MediaFailure? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}
