import HTTPClient
import HTTPTypes
import Testing

/// What a server can do wrong, and what it is called.
@Suite struct BrokenAnswerTests {
  enum Ending { case close, reset }

  struct Case: CustomTestStringConvertible {
    let name: String
    let said: String
    var ending = Ending.close
    let reason: HTTPClientFailure.Reason

    var testDescription: String { name }
  }

  static let head = "HTTP/1.1 200 OK\r\n"
  static let cases: [Case] = [
    Case(name: "closed without a word", said: "", reason: .connectionLost),
    Case(name: "reset without a word", said: "", ending: .reset, reason: .connectionLost),
    Case(name: "closed in the status line", said: "HTTP/1.1 20", reason: .connectionLost),
    Case(name: "closed in the head", said: head + "Content-Type: te", reason: .connectionLost),
    Case(name: "reset in the head", said: head + "Content-Type: te", ending: .reset, reason: .connectionLost),
    Case(name: "closed after an interim head", said: "HTTP/1.1 103 Hints\r\n\r\n", reason: .connectionLost),
    Case(name: "closed in the body", said: head + "Content-Length: 9\r\n\r\n{\"id\"", reason: .truncated),
    Case(name: "closed before the body", said: head + "Content-Length: 9\r\n\r\n", reason: .truncated),
    Case(name: "reset in the body", said: head + "Content-Length: 9\r\n\r\n{", ending: .reset, reason: .truncated),
    Case(name: "reset in a body to the end", said: head + "\r\n{", ending: .reset, reason: .truncated),
    Case(
      name: "chunks without an end", said: head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", reason: .truncated),
    Case(name: "half a chunk", said: head + "Transfer-Encoding: chunked\r\n\r\n9\r\n{}", reason: .truncated),
    Case(name: "a chunk of no size", said: head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", reason: .truncated),
    Case(name: "not HTTP at all", said: "SSH-2.0-OpenSSH_9.2\r\n\r\n", reason: .protocolViolation),
    Case(name: "a length of letters", said: head + "Content-Length: x\r\n\r\n", reason: .protocolViolation),
    Case(
      name: "an unknown coding", said: head + "Content-Encoding: x\r\nContent-Length: 1\r\n\r\n.",
      reason: .protocolViolation),
  ]

  @Test(arguments: cases) func isAFailure(_ test: Case) async throws {
    let script: ScriptedServer.Script = { connection in
      connection.request()
      connection.say(test.said)
      // The client reads what was said before a reset can overtake it.
      connection.pause(50)
      if test.ending == .reset { connection.reset() }
    }
    try await withServer(script) { server, client in
      let failure = await failed(client, get(server.url("/?token=secret")))
      #expect(failure?.reason == test.reason)
      #expect(failure?.requestMayHaveBeenSent == true)
      #expect(failure?.detail.contains("secret") == false)
    }
  }

  @Test func aConnectionResetBeforeItIsReadMayHaveCarriedTheRequest() async throws {
    try await withServer({ $0.reset() }) { server, client in
      let failure = await failed(client, get(server.url()))
      #expect(failure?.reason == .connectionLost || failure?.reason == .connectFailed)
      #expect(failure?.reason != .connectionLost || failure?.requestMayHaveBeenSent == true)
    }
  }

  @Test func aRefusedConnectionSurelySentNothing() async throws {
    let port = try #require(Loopback.closedPort())
    let client = HTTPClient()
    let failure = await failed(client, get("http://127.0.0.1:\(port)/"))
    #expect(failure?.reason == .connectFailed)
    #expect(failure?.requestMayHaveBeenSent == false)
    await client.shutdown()
  }

  @Test func anUnknownNameSurelySentNothing() async {
    let client = HTTPClient()
    // A label of 64 letters cannot be asked for: no look-up leaves the machine.
    let failure = await failed(client, get("http://\(String(repeating: "a", count: 64)).test/"))
    #expect(failure?.reason == .nameNotResolved)
    #expect(failure?.requestMayHaveBeenSent == false)
    await client.shutdown()
  }

  @Test func aServerThatSpeaksNoTLS() async throws {
    try await withServer({ $0.say("HTTP/1.1 400 Bad Request\r\n\r\n") }) { server, client in
      let failure = await failed(client, get("https://127.0.0.1:\(server.port)/"))
      #expect(failure?.reason == .tls)
      #expect(failure?.requestMayHaveBeenSent == false)
    }
  }
}
