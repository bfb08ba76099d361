import HTTPServer
import HTTPTypes
import ProgramTesting
import Testing

@Suite struct ClientGoneTests {
  private static func waiting(_ gate: Gate) -> ScriptedHandler {
    ScriptedHandler { request in
      await gate.pass()
      return HTTPResponse(status: 200, body: .bytes(Array("done \(request.body.count)".utf8)))
    }
  }

  private static let requests = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
  ]

  @Test(arguments: requests) func aResetCancelsTheAnswer(_ request: String) async throws {
    let gate = Gate()
    try await withServer(Self.waiting(gate)) { server, _ in
      var client: RawClient? = try RawClient(server.port)
      client?.resetOnClose()
      try await client?.send(request)
      #expect(await eventually { gate.arrived == 1 })
      client = nil
      #expect(await eventually { gate.cancelled == 1 && server.openConnections == 0 && server.runningTasks == 0 })
    }
  }

  @Test(arguments: requests) func aHalfClosedClientGetsItsAnswer(_ request: String) async throws {
    let gate = Gate()
    try await withServer(Self.waiting(gate)) { server, _ in
      let client = try RawClient(server.port)
      try await client.send(request)
      client.closeSending()
      #expect(await eventually { gate.arrived == 1 })
      try await Task.sleep(for: .milliseconds(20))
      gate.open()
      #expect(try await client.receiveToEnd().contains("done"))
      #expect(gate.cancelled == 0)
    }
  }

  @Test(arguments: requests) func anAbandonedAnswerIsCancelledAfterTheGrace(_ request: String) async throws {
    let gate = Gate()
    try await withServer(Self.waiting(gate), { $0.halfClosedGrace = .milliseconds(100) }) { server, _ in
      var client: RawClient? = try RawClient(server.port)
      try await client?.send(request)
      client?.closeSending()
      client = nil
      #expect(await eventually { gate.cancelled == 1 && server.openConnections == 0 })
    }
  }

  @Test func anAdmissionIsCancelledToo() async throws {
    let gate = Gate()
    let handler = ScriptedHandler(
      admission: { _ in
        await gate.pass()
        return .read(limit: 10)
      }, answer: { _ in HTTPResponse(status: 200) })
    try await withServer(handler) { server, _ in
      var client: RawClient? = try RawClient(server.port)
      client?.resetOnClose()
      try await client?.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")
      #expect(await eventually { gate.arrived == 1 })
      client = nil
      #expect(await eventually { gate.cancelled == 1 && server.openConnections == 0 && server.runningTasks == 0 })
    }
  }
}
