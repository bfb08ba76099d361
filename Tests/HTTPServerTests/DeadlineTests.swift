import HTTPServer
import HTTPTypes
import ProgramTesting
import Testing

@Suite struct DeadlineTests {
  /// Sends one byte every few milliseconds until the server closes; returns what the server said.
  private static func drip(_ client: RawClient, _ text: String) async throws -> [UInt8] {
    try await client.send(text)
    for _ in 0..<2000 {
      if let bytes = client.poll() { return bytes }
      try? await client.send("x")
      try await Task.sleep(for: .milliseconds(5))
    }
    throw RawClient.TimedOut()
  }

  @Test(arguments: ["", "GET", "GET / HTTP/1.1\r\nX: "]) func aDrippedHeadIsCutWithoutAnAnswer(_ start: String)
    async throws
  {
    try await withServer(.echo, { $0.headTimeout = .milliseconds(300) }) { server, log in
      let slow = try RawClient(server.port)
      async let end = Self.drip(slow, start)
      var normal = ResponseReader(try RawClient(server.port))
      try await normal.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await normal.next().status == 200)
      #expect(try await end.isEmpty)
      #expect(await eventually { log.count(.slowHead) == 1 })
    }
  }

  @Test func aSilentClientIsCut() async throws {
    try await withServer(.echo, { $0.headTimeout = .milliseconds(200) }) { server, log in
      let client = try RawClient(server.port)
      #expect(try await client.receive().isEmpty)
      #expect(await eventually { log.count(.slowHead) == 1 })
    }
  }

  @Test func aDrippedHeadOnAKeptConnectionIsCut() async throws {
    try await withServer(.echo, { $0.headTimeout = .milliseconds(300) }) { server, log in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.next().status == 200)
      try await Task.sleep(for: .milliseconds(400))
      try await reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.next().status == 200)
      #expect(try await Self.drip(reader.client, "GET / HTTP/1.1\r\nX: ").isEmpty)
      #expect(await eventually { log.count(.slowHead) == 1 })
    }
  }

  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n",
  ])
  func aDrippedBodyIsCutWithoutAnAnswer(_ head: String) async throws {
    try await withServer(.echo, { $0.bodyTimeout = .milliseconds(300) }) { server, log in
      let slow = try RawClient(server.port)
      async let end = Self.drip(slow, head)
      var normal = ResponseReader(try RawClient(server.port))
      try await normal.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await normal.next().status == 200)
      #expect(try await end.isEmpty)
      #expect(await eventually { log.count(.slowBody) == 1 })
    }
  }

  @Test func aSlowAnswerIsNoSlowClient() async throws {
    let handler = ScriptedHandler { _ in
      try? await Task.sleep(for: .milliseconds(500))
      return HTTPResponse(status: Task.isCancelled ? 500 : 200)
    }
    try await withServer(handler, { ($0.headTimeout, $0.bodyTimeout) = (.milliseconds(200), .milliseconds(200)) }) {
      server, log in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}")
      #expect(try await reader.next().status == 200)
      #expect(log.count(.slowHead) + log.count(.slowBody) == 0)
    }
  }

  @Test func anIdleConnectionIsClosed() async throws {
    try await withServer(.echo, { $0.idleTimeout = .seconds(1) }) { server, log in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.next().status == 200)
      #expect(try await reader.client.receive().isEmpty)
      #expect(log.count(.slowHead) == 0)
    }
  }
}
