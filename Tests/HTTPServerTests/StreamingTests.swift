import HTTPServer
import HTTPTypes
import ProgramTesting
import Synchronization
import Testing

@Suite struct StreamingTests {
  private static func streaming(_ source: any HTTPBodySource) -> ScriptedHandler {
    ScriptedHandler { _ in
      HTTPResponse(status: 200, fields: ["Content-Type": "text/event-stream"], body: .stream(source))
    }
  }

  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test func theHeadAndEachPieceAreSentAtOnce() async throws {
    let source = PacedSource()
    try await withServer(Self.streaming(source)) { server, _ in
      let client = try RawClient(server.port)
      try await client.send(Self.get)
      #expect(try await client.receive(until: "\r\n\r\n").contains("Transfer-Encoding: chunked"))
      for piece in ["one", "two", "three"] {
        source.push(piece)
        #expect(try await client.receive(until: piece + "\r\n").hasSuffix("\(piece)\r\n"))
      }
      source.end()
      #expect(try await client.receive(until: "0\r\n\r\n") == "0\r\n\r\n")
    }
  }

  @Test func theConnectionServesOnAfterAStream() async throws {
    let source = PacedSource()
    source.push(String(repeating: "x", count: 100_000))
    source.push("end")
    source.end()
    try await withServer(Self.streaming(source)) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send(Self.get)
      #expect(try await reader.next().body.utf8.count == 100_003)
      try await reader.client.send(Self.get)
      #expect(try await reader.next().body == "")
    }
  }

  @Test func headOfAStreamStartsNoStream() async throws {
    let source = PacedSource()
    source.push("never")
    try await withServer(Self.streaming(source)) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try await reader.next(hasBody: false)
      #expect(answer.field("Content-Type") == "text/event-stream")
      #expect(server.runningTasks == 0)
      try await reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.client.receive(until: "never").contains("never"))
    }
  }

  @Test func anOldClientGetsTheStreamUnchunked() async throws {
    let source = PacedSource()
    source.push("one ")
    source.push("two")
    source.end()
    try await withServer(Self.streaming(source)) { server, _ in
      let client = try RawClient(server.port)
      try await client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try await client.receiveToEnd().hasSuffix("\r\n\r\none two"))
    }
  }

  /// The library frees a connection that it closed for an error when it looks at it next: by itself that is only after
  /// every older connection has been idle for too long.
  @Test(arguments: [false, true]) func theDescriptorOfAStreamIsFreedBesideAnOlderConnection(_ reset: Bool) async throws
  {
    try await withServer(Self.streaming(PacedSource())) { server, _ in
      let older = try (0..<8).map { _ in try RawClient(server.port) }
      #expect(await eventually { server.openConnections == 8 })
      for _ in 0..<20 {
        var client: RawClient? = try RawClient(server.port)
        if reset { client?.resetOnClose() }
        try await client?.send(Self.get)
        _ = try await client?.receive(until: "\r\n\r\n")
        client = nil
      }
      #expect(await eventually { server.openConnections == 8 && server.runningTasks == 0 })
      #expect(older.count == 8)
    }
  }

  @Test(arguments: [false, true]) func aStreamEndsWhenItsClientLeaves(_ reset: Bool) async throws {
    let source = PacedSource()
    try await withServer(Self.streaming(source)) { server, _ in
      var client: RawClient? = try RawClient(server.port)
      if reset { client?.resetOnClose() }
      try await client?.send(Self.get)
      _ = try await client?.receive(until: "\r\n\r\n")
      #expect(!source.isFinished)
      client = nil
      #expect(await eventually { source.isFinished && server.openConnections == 0 && server.runningTasks == 0 })
    }
  }

  @Test func aClientThatStopsReadingHoldsTheProducerBackAndIsCutAtLast() async throws {
    let produced = Mutex(0)
    struct Endless: HTTPBodySource {
      let count: @Sendable () -> Void
      func next() async -> [UInt8]? {
        count()
        return Task.isCancelled ? nil : [UInt8](repeating: 120, count: 10_000)
      }
    }
    let source = Endless { produced.withLock { $0 += 1 } }
    try await withServer(Self.streaming(source), { $0.idleTimeout = .seconds(1) }) { server, _ in
      let client = try RawClient(server.port)
      try await client.send(Self.get)
      #expect(await eventually { server.openConnections == 1 })
      #expect(await eventually { server.openConnections == 0 && server.runningTasks == 0 })
      #expect(produced.withLock { $0 } < 3000)
    }
  }

  @Test func aThousandStreamsOpenedAndClosedLeaveNothingBehind() async throws {
    let handler = ScriptedHandler { _ in HTTPResponse(status: 200, body: .stream(PacedSource())) }
    try await withServer(handler) { server, log in
      let before = openDescriptors()
      for _ in 0..<10 {
        var clients = try (0..<100).map { _ in try RawClient(server.port) }
        for client in clients { try await client.send(Self.get) }
        for client in clients { _ = try await client.receive(until: "\r\n\r\n") }
        #expect(server.runningTasks == 100)
        clients = []
        #expect(await eventually { server.openConnections == 0 && server.runningTasks == 0 })
      }
      #expect(log.count(.connectionOpened) == 1000)
      // Each is told of after its connection has ceased to count.
      #expect(await eventually { log.count(.connectionClosed) == 1000 })
      #expect(await eventually { openDescriptors() <= before + 20 })
    }
  }
}
