import HTTPServer
import HTTPTypes
import ProgramTesting
import Synchronization
import Testing

@Suite struct BodyTests {
  private static func limited(_ bytes: Int, _ reached: Gate = Gate()) -> ScriptedHandler {
    ScriptedHandler(
      admission: { _ in
        .read(limit: bytes, tooLarge: HTTPResponse(status: 413, body: .bytes(Array("too large".utf8))))
      },
      answer: { request in
        reached.open()
        await reached.pass()
        return HTTPResponse(status: 200, body: .bytes(Array("\(request.body.count)".utf8)))
      })
  }

  @Test func aLengthShorterThanWhatFollowsLeavesTheRestToTheNextRequest() async throws {
    try await withServer { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}GET /n HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.next().body == "POST /|nil|{}")
      #expect(try await reader.next().body == "GET /n|nil|")
    }
  }

  @Test func aBodyCutShortIsNeverServed() async throws {
    let gate = Gate()
    gate.open()
    let handler = ScriptedHandler { _ in
      await gate.pass()
      return HTTPResponse(status: 200)
    }
    try await withServer(handler) { server, _ in
      let client = try RawClient(server.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello")
      client.closeSending()
      #expect(try await client.receiveToEnd() == "")
      #expect(gate.arrived == 0)
      #expect(await eventually { server.openConnections == 0 })
    }
  }

  @Test func aBodyOfExactlyTheLimitIsServed() async throws {
    try await withServer(Self.limited(100_000)) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      let body = String(repeating: "x", count: 100_000)
      try await reader.client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n\(body)")
      #expect(try await reader.next().body == "100000")
    }
  }

  @Test func aDeclaredBodyALittleTooLargeIsReadAndAnswered() async throws {
    let gate = Gate()
    try await withServer(Self.limited(1000, gate)) { server, log in
      var reader = ResponseReader(try RawClient(server.port))
      let body = String(repeating: "x", count: 200_000)
      try await reader.client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n\(body)")
      let answer = try await reader.next()
      #expect(answer.status == 413)
      #expect(answer.body == "too large")
      #expect(log.count(.answeredTooLarge) == 1)
      try await reader.client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx")
      #expect(try await reader.next().body == "1")
      #expect(gate.arrived == 1)
    }
  }

  @Test func aDeclaredBodyFarTooLargeIsAnsweredUnread() async throws {
    try await withServer(Self.limited(1000)) { server, _ in
      let client = try RawClient(server.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n")
      let answer = try await client.receiveToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 413 "))
      #expect(answer.hasSuffix("too large"))
    }
  }

  @Test func aClientThatSendsItsFarTooLargeBodyAnywayCanReadTheAnswer() async throws {
    try await withServer(Self.limited(1000)) { server, _ in
      let client = try RawClient(server.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 600000\r\n\r\n")
      try await client.send([UInt8](repeating: 120, count: 600_000))
      let answer = try await client.receiveToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test func aChunkedBodyTooLargeIsAnsweredAtItsEnd() async throws {
    try await withServer(Self.limited(1000)) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      let chunk = "4000\r\n" + String(repeating: "x", count: 0x4000) + "\r\n"
      try await reader.client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<10 { try await reader.client.send(chunk) }
      try await reader.client.send("0\r\n\r\n")
      #expect(try await reader.next().status == 413)
    }
  }

  @Test func anEndlessChunkedBodyIsCut() async throws {
    try await withServer(Self.limited(1000)) { server, log in
      let client = try RawClient(server.port)
      let chunk = "4000\r\n" + String(repeating: "x", count: 0x4000) + "\r\n"
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      await #expect(throws: RawClient.Refused.self) {
        for _ in 0..<10_000 { try await client.send(chunk) }
      }
      #expect(log.count(.oversizedBody) == 1)
    }
  }

  @Test(arguments: ["zz\r\nabc\r\n0\r\n\r\n", "-1\r\nabc\r\n", "3\r\nabcdef\r\n0\r\n\r\n", "fffffffffffffffff\r\n"])
  func aBrokenChunkIsNeverServed(_ body: String) async throws {
    try await withServer { server, _ in
      let client = try RawClient(server.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
      #expect(try await !client.receiveToEnd().contains(" 200 "))
    }
  }

  @Test func consentIsGivenOnlyToAnAdmittedRequest() async throws {
    try await withServer { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
      #expect(try await reader.next().status == 100)
      try await reader.client.send("hello")
      #expect(try await reader.next().body == "POST /|nil|hello")
    }
  }

  @Test func aRefusedRequestGetsItsAnswerAndNoConsent() async throws {
    let handler = ScriptedHandler(
      admission: { _ in
        try? await Task.sleep(for: .milliseconds(5))
        return .answer(HTTPResponse(status: 401, fields: ["WWW-Authenticate": "Bearer"]))
      }, answer: { _ in HTTPResponse(status: 200) })
    try await withServer(handler) { server, _ in
      let client = try RawClient(server.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
      let answer = try await client.receiveToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 401 "))
      #expect(!answer.contains("100"))
    }
  }

  @Test func anAnnouncedBodyBeyondTheLimitGetsNoConsent() async throws {
    try await withServer(Self.limited(10)) { server, _ in
      let client = try RawClient(server.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 50\r\n\r\n")
      #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test func aRefusalBeforeTheBodyReachesAClientThatGoesOnSending() async throws {
    let handler = ScriptedHandler(
      admission: { _ in .answer(HTTPResponse(status: 401, body: .bytes(Array("who?".utf8)))) },
      answer: { _ in HTTPResponse(status: 200) })
    try await withServer(handler) { server, _ in
      for _ in 0..<50 {
        let client = try RawClient(server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n")
        try await client.send([UInt8](repeating: 120, count: 25_000))
        try await Task.sleep(for: .milliseconds(3))
        try await client.send([UInt8](repeating: 120, count: 25_000))
        #expect(try await client.receiveToEnd().hasSuffix("who?"))
      }
    }
  }

  @Test func aRefusalWithoutABodyKeepsTheConnection() async throws {
    let handler = ScriptedHandler(
      admission: { $0.path == "/no" ? .answer(HTTPResponse(status: 404)) : .read(limit: 0) },
      answer: { _ in HTTPResponse(status: 200) })
    try await withServer(handler) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("GET /no HTTP/1.1\r\nHost: a\r\n\r\nGET /yes HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.next().status == 404)
      #expect(try await reader.next().status == 200)
    }
  }
}
