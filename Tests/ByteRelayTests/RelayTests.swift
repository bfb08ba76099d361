import HTTPClient
import HTTPServer
import HTTPTypes
import ProgramTesting
import Synchronization
import Testing

@testable import ByteRelay

@Suite("A relay", .serialized)
struct RelayTests {
  private static let get = "GET /ten HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let last = "GET /ten HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
  private static let broken = "GET /break HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test("ten megabytes pass both ways")
  func megabytes() async throws {
    try await Relayed.run { relayed in
      let client = HTTPClient()
      let body = [[UInt8]](repeating: Array(0...250), count: 10 << 12).flatMap { $0 }
      let request = HTTPClientRequest(
        method: "POST", url: relayed.url + "/echo", body: body,
        timeouts: HTTPTimeouts(firstByte: .seconds(60), idle: .seconds(60), total: .seconds(60)),
        maximumResponseBytes: 64 << 20)
      let answer = try await client.send(request)
      #expect(answer.body == body)
      await client.shutdown()
    }
  }

  @Test("many clients are served at once, each over one connection for all its requests")
  func many() async throws {
    try await Relayed.run { relayed in
      let client = HTTPClient(configuration: HTTPClientConfiguration(maximumConnectionsPerHost: 100))
      let timeouts = HTTPTimeouts(
        connect: .seconds(60), firstByte: .seconds(60), idle: .seconds(60), total: .seconds(60))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<1000 {
          group.addTask {
            let body = Array("body \(index)".utf8)
            let request = HTTPClientRequest(
              method: "POST", url: relayed.url + "/echo", body: body, timeouts: timeouts)
            let answer = try await client.send(request)
            #expect(answer.body == body)
          }
        }
        try await group.waitForAll()
      }
      #expect(relayed.relay.openConnections <= 100)
      #expect(relayed.server.openConnections <= 100)
      await client.shutdown()
      #expect(await eventually { relayed.relay.openConnections == 0 && relayed.server.openConnections == 0 })
    }
  }

  @Test("a client that does not read stops the server, and gets everything once it reads")
  func slowReader() async throws {
    try await Relayed.run { relayed in
      let client = try WireClient(relayed.relay.port)
      await client.write("GET /flood HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      var seen = -1
      // The producer has come to rest when ten looks in a row see no progress.
      _ = await eventually {
        defer { seen = relayed.handler.produced.load(ordering: .relaxed) }
        return seen > 0 && seen == relayed.handler.produced.load(ordering: .relaxed)
      }
      let stalled = relayed.handler.produced.load(ordering: .relaxed)
      #expect(stalled < 48 << 20, "kernel buffers hold some; the rest is not produced")
      let (bytes, ending) = await client.read()
      #expect(ending == .closed)
      #expect(bytes.count > 64 << 20, "every byte, and the chunks' heads")
    }
  }

  @Test("a client that has ended its side still gets its answer")
  func halfClose() async throws {
    try await Relayed.run { relayed in
      let client = try WireClient(relayed.relay.port)
      await client.write(Self.get)
      client.endSending()
      let (text, ending) = await client.text()
      #expect(text.hasSuffix("0123456789"))
      #expect(ending == .closed)
    }
  }

  @Test("a client's reset reaches the server")
  func clientReset() async throws {
    try await Relayed.run { relayed in
      let client = try WireClient(relayed.relay.port)
      await client.write("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await eventually { relayed.server.runningTasks == 1 })
      client.reset()
      #expect(await eventually { relayed.handler.cancelled.load(ordering: .relaxed) == 1 })
      #expect(await eventually { relayed.relay.openConnections == 0 })
    }
  }

  @Test("stopping closes what is open and ends the thread")
  func stops() async throws {
    let relay = try ByteRelay(address: "127.0.0.1", port: 0)
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: Answerer(relay))
    try relay.start(to: server.port) { .pass }
    let client = try WireClient(relay.port)
    await client.write(Self.get)
    _ = await client.read(10)
    await relay.stop()
    await relay.stop()
    #expect(await client.read().ending != nil)
    #expect(relay.openConnections == 0)
    await server.stop(drain: .zero)
  }

  @Test("a server that is not there is a reset")
  func noServer() async throws {
    let relay = try ByteRelay(address: "127.0.0.1", port: 0)
    let gone = try HTTPServer.start(HTTPServerConfiguration(), handler: Answerer(relay))
    let port = gone.port
    await gone.stop(drain: .zero)
    try relay.start(to: port) { .pass }
    let client = try WireClient(relay.port)
    await client.write(Self.get)
    let ending = await client.read().ending
    #expect(ending == .reset)
    await relay.stop()
  }

  @Test("a greeting may be a reset")
  func reset() async throws {
    let resets = Atomic<Int>(2)
    try await Relayed.run(greet: { resets.subtract(1, ordering: .relaxed).newValue >= 0 ? .reset : .pass }) { relayed in
      var endings: [WireClient.Ending?] = []
      for _ in 0..<3 {
        let client = try WireClient(relayed.relay.port)
        await client.write(Self.last)
        endings.append(await client.read().ending)
      }
      #expect(endings == [.reset, .reset, .closed])
    }
  }

  struct Break: Sendable {
    let fault: AnswerFault
    let tail: String
    let ending: WireClient.Ending
  }

  static let breaks = [
    Break(fault: .resetInBody, tail: "\r\n\r\n01234", ending: .reset),
    Break(fault: .truncated(bytes: 7), tail: "\r\n\r\n0123456", ending: .closed),
    Break(fault: .overstated(bytes: 5), tail: "\r\n\r\n0123456789", ending: .closed),
  ]

  @Test("the answer that was armed for breaks, the one before it on the connection does not", arguments: breaks)
  func breaking(_ test: Break) async throws {
    try await Relayed.run { relayed in
      relayed.handler.fault.withLock { $0 = test.fault }
      let client = try WireClient(relayed.relay.port)
      await client.write(Self.get + Self.broken)
      let (text, ending) = await client.text()
      #expect(text.hasSuffix(test.tail))
      #expect(text.components("HTTP/1.1 200") == 2)
      #expect(text.contains("0123456789HTTP/1.1 200"))
      #expect(text.contains("Content-Length: 15") == (test.fault == .overstated(bytes: 5)))
      #expect(ending == test.ending)
    }
  }

  @Test("a reset in the head leaves half a head")
  func halfHead() async throws {
    try await Relayed.run { relayed in
      relayed.handler.fault.withLock { $0 = .resetInHead }
      let client = try WireClient(relayed.relay.port)
      await client.write(Self.broken)
      let (text, ending) = await client.text()
      #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(!text.contains("\r\n\r\n"))
      #expect(ending == .reset)
    }
  }

  @Test("a client that stays after a broken answer is closed all the same")
  func lingering() async throws {
    try await Relayed.run { relayed in
      relayed.handler.fault.withLock { $0 = .truncated(bytes: 1) }
      let client = try WireClient(relayed.relay.port)
      await client.write(Self.broken)
      #expect(await client.read().ending == .closed)
      await client.write(Self.get)
      #expect(await eventually { relayed.relay.openConnections == 0 })
      #expect(relayed.handler.produced.load(ordering: .relaxed) == 0)
    }
  }

  @Test("nothing is left open after two hundred lives")
  func leaks() async throws {
    let before = openDescriptors()
    for _ in 0..<200 {
      try await Relayed.run { relayed in
        let client = try WireClient(relayed.relay.port)
        await client.write(Self.get)
        #expect(await client.read(12).bytes.count == 12)
      }
    }
    #expect(await eventually { openDescriptors() < before + 20 })
  }
}

extension String {
  /// How often a text is in it.
  fileprivate func components(_ text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
