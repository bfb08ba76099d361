import HTTPServer
import HTTPTypes
import ProgramTesting
import Testing

@Suite struct LifecycleTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test func aTakenPortIsItsOwnError() async throws {
    try await withServer { server, _ in
      let configuration = HTTPServerConfiguration(port: server.port)
      #expect(throws: HTTPServerError.addressInUse(address: "127.0.0.1", port: server.port)) {
        try HTTPServer.start(configuration, handler: ScriptedHandler.echo)
      }
    }
  }

  @Test(arguments: ["example.org", "300.1.1.1", ""]) func aNameIsNoAddress(_ address: String) {
    #expect(throws: HTTPServerError.invalidConfiguration("\(address) is not an IPv4 or IPv6 address")) {
      try HTTPServer.start(HTTPServerConfiguration(address: address), handler: ScriptedHandler.echo)
    }
  }

  @Test func anAddressOfAnotherMachineIsItsOwnError() {
    #expect(throws: HTTPServerError.addressNotAvailable(address: "192.0.2.1")) {
      try HTTPServer.start(HTTPServerConfiguration(address: "192.0.2.1"), handler: ScriptedHandler.echo)
    }
  }

  @Test func oneThreadIsTooFew() {
    #expect(throws: HTTPServerError.self) {
      try HTTPServer.start(HTTPServerConfiguration(threads: 1), handler: ScriptedHandler.echo)
    }
  }

  @Test func bothAddressFamiliesAndLocalhostWork() async throws {
    for (address, host) in [("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1"), ("::1", "::1")] {
      try await withServer(.echo, { $0.address = address }) { server, _ in
        var reader = ResponseReader(try RawClient(server.port, host: host))
        try await reader.client.send(Self.get)
        #expect(try await reader.next().status == 200)
      }
    }
  }

  @Test func clientsBeyondTheLimitWaitUntilOneLeaves() async throws {
    try await withServer(.echo, { $0.maximumConnections = 3 }) { server, log in
      var clients = try (0..<3).map { _ in try RawClient(server.port) }
      #expect(await eventually { server.openConnections == 3 })
      var waiting = ResponseReader(try RawClient(server.port))
      try await waiting.client.send(Self.get)
      #expect(await eventually { log.count(.connectionLimitReached) > 0 })
      #expect(waiting.client.poll() == nil)
      clients.removeFirst()
      #expect(try await waiting.next().status == 200)
      #expect(server.openConnections <= 3)
    }
  }

  @Test func manyClientsThroughANarrowLimitAreAllServed() async throws {
    try await withServer(.echo, { $0.maximumConnections = 4 }) { server, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<200 {
          group.addTask {
            let client = try RawClient(server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 200 "))
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func afterStopAcceptingOpenConnectionsGoOn() async throws {
    try await withServer { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send(Self.get)
      #expect(try await reader.next().status == 200)
      server.stopAccepting()
      server.stopAccepting()
      #expect(throws: RawClient.Refused.self) { try RawClient(server.port) }
      try await reader.client.send(Self.get)
      #expect(try await reader.next().status == 200)
    }
  }

  @Test func aRunningAnswerIsFinishedWhileDraining() async throws {
    let gate = Gate()
    let handler = ScriptedHandler { _ in
      await gate.pass()
      return HTTPResponse(status: 200, body: .bytes(Array("done".utf8)))
    }
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: handler)
    let idle = try RawClient(server.port)
    let client = try RawClient(server.port)
    try await client.send(Self.get)
    #expect(await eventually { gate.arrived == 1 && server.openConnections == 2 })
    async let stopped: Void = server.stop(drain: .seconds(20))
    #expect(try await idle.receive().isEmpty)
    gate.open()
    let answer = try await client.receiveToEnd()
    #expect(answer.hasSuffix("done"))
    #expect(answer.contains("Connection: close"))
    await stopped
    #expect(gate.cancelled == 0)
  }

  @Test func anAnswerThatOutlastsTheDrainIsCancelledAndCut() async throws {
    let gate = Gate()
    let handler = ScriptedHandler { _ in
      await gate.pass()
      return HTTPResponse(status: 200)
    }
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: handler)
    let client = try RawClient(server.port)
    try await client.send(Self.get)
    #expect(await eventually { gate.arrived == 1 })
    await server.stop(drain: .milliseconds(50))
    #expect(gate.cancelled == 1)
    #expect(try await client.receiveToEnd() == "")
    #expect(server.openConnections == 0)
  }

  @Test func streamsEndOrderlyWhenTheServerStops() async throws {
    let source = PacedSource()
    let handler = ScriptedHandler { _ in HTTPResponse(status: 200, body: .stream(source)) }
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: handler)
    let client = try RawClient(server.port)
    try await client.send(Self.get)
    _ = try await client.receive(until: "\r\n\r\n")
    let start = ContinuousClock.now
    await server.stop(drain: .seconds(20))
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(source.isFinished)
    #expect(try await client.receiveToEnd() == "0\r\n\r\n")
  }

  @Test func aHandlerThatIgnoresCancellationDoesNotHoldTheStop() async throws {
    let gate = Gate()
    let handler = ScriptedHandler { _ in
      await gate.pass()
      // Deaf: goes on although cancelled.
      while !gate.isOpen { await Task.yield() }
      return HTTPResponse(status: 200)
    }
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: handler)
    let client = try RawClient(server.port)
    try await client.send(Self.get)
    #expect(await eventually { gate.arrived == 1 })
    let start = ContinuousClock.now
    await server.stop(drain: .milliseconds(10))
    #expect(ContinuousClock.now - start < .seconds(8))
    gate.open()
  }

  @Test(arguments: 0..<5) func stoppingUnderLoadEndsInTime(_ round: Int) async throws {
    let handler = ScriptedHandler { request in
      if request.head.path == "/stream" { return HTTPResponse(status: 200, body: .stream(PacedSource())) }
      if request.head.path == "/slow" { try? await Task.sleep(for: .milliseconds(5)) }
      return HTTPResponse(status: 200, body: .bytes(request.body))
    }
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: handler)
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<60 {
        group.addTask { await Self.load(server.port, ["/", "/slow", "/stream"][index % 3]) }
      }
      group.addTask {
        try? await Task.sleep(for: .milliseconds(30 + 17 * round))
        async let other: Void = server.stop(drain: .milliseconds(20))
        await server.stop(drain: .milliseconds(20))
        await other
        await server.stop(drain: .zero)
      }
      await group.waitForAll()
    }
    #expect(await eventually { server.openConnections == 0 })
    #expect(await eventually { server.runningTasks == 0 })
  }

  /// Requests on new and kept connections until the server refuses.
  private static func load(_ port: UInt16, _ path: String) async {
    while let client = try? RawClient(port) {
      var reader = ResponseReader(client)
      do {
        for _ in 0..<20 {
          try await client.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
          if path == "/stream" { _ = try await client.receive(until: "\r\n\r\n") } else { _ = try await reader.next() }
          if path == "/stream" { break }
        }
      } catch {}
    }
  }
}
