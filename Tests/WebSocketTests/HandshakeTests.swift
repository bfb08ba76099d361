import HTTPClient
import HTTPServer
import HTTPTypes
import Testing

@testable import WebSocket

@Suite struct HandshakeTests {
  @Test func theServersAnswerIsThatOfTheStandardsExample() async throws {
    try await Echo.running { echo async throws in
      let head = try RawClient(port: echo.port).shakeHands()
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      #expect(head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
      #expect(head.contains("Upgrade: websocket"))
      #expect(head.lowercased().contains("connection: upgrade"))
      #expect(!head.contains("Sec-WebSocket-Protocol"))
    }
  }

  static let refused: [(what: String, line: String, instead: String?, status: String)] = [
    ("no key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", nil, "400"),
    ("a short key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: abcd", "400"),
    ("no upgrade", "Upgrade: websocket", nil, "400"),
    ("another upgrade", "Upgrade: websocket", "Upgrade: h2c", "400"),
    ("no connection field", "Connection: keep-alive, Upgrade", "Connection: keep-alive", "400"),
    ("an old version", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8", "426"),
    ("no version", "Sec-WebSocket-Version: 13", nil, "426"),
  ]

  @Test(arguments: refused)
  func whatIsNoHandshakeIsRefused(_ row: (what: String, line: String, instead: String?, status: String)) async throws {
    try await Echo.running { echo async throws in
      let head = try RawClient(port: echo.port).shakeHands { lines in
        lines = lines.compactMap { $0 == row.line ? row.instead : $0 }
      }
      #expect(head.hasPrefix("HTTP/1.1 \(row.status) "), "\(row.what): \(head)")
    }
  }

  @Test func theFirstProtocolThatBothKnowIsTaken() async throws {
    try await Echo.running { echo async throws in
      for (offered, agreed) in [(["chat.v1", "chat.v2"], "chat.v2"), (["x", "chat.v1"], "chat.v1")] {
        let connection = try await echo.connect(subprotocols: offered)
        #expect(connection.subprotocol == agreed)
        await connection.close()
      }
      let connection = try await echo.connect(subprotocols: ["x"])
      #expect(connection.subprotocol == nil)
      await connection.close()
    }
  }

  @Test func theClientSaysWhyThereIsNoConnection() async throws {
    try await Echo.running { echo async throws in
      await #expect(throws: WebSocketError.refused(status: 404)) { () async throws in
        _ = try await echo.connect(path: "/other")
      }
      let client = WebSocketClient(opener: echo.client, loop: echo.loop)
      for url in ["", "ftp://x/", "ws://", "ws://a b/", "ws://u:p@x/", "ws:x"] {
        await #expect(throws: WebSocketError.invalidURL) { () async throws in _ = try await client.connect(url) }
      }
      let closed = try ClosedPort()
      await #expect(throws: WebSocketError.notConnected(.connectFailed)) { () async throws in
        _ = try await client.connect("ws://127.0.0.1:\(closed.port)/")
      }
      await #expect(throws: WebSocketError.notConnected(.nameNotResolved)) { () async throws in
        _ = try await client.connect("ws://no-such-host.invalid/")
      }
    }
  }

  @Test func aServerThatSaysNothingIsGivenUp() async throws {
    let silent = try SilentServer()
    let loop = try WebSocketLoop()
    let http = HTTPClient()
    let client = WebSocketClient(opener: http, loop: loop)
    let timeouts = HTTPTimeouts(total: .milliseconds(100))
    await #expect(throws: WebSocketError.timedOut) { () async throws in
      _ = try await client.connect("ws://127.0.0.1:\(silent.port)/", timeouts: timeouts)
    }
    let waiting = Task {
      _ = try await client.connect("ws://127.0.0.1:\(silent.port)/")
    }
    waiting.cancel()
    await #expect(throws: WebSocketError.cancelled) { () async throws in try await waiting.value }
    await loop.stop()
    await http.shutdown()
  }

  static let answers: [(answer: String, error: WebSocketError)] = [
    ("HTTP/1.1 101 x\r\nUpgrade: websocket\r\n\r\n", .notAHandshake),
    ("HTTP/1.1 101 x\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: wrong\r\n\r\n", .notAHandshake),
    ("HTTP/1.1 101 x\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n", .notAHandshake),
    ("HTTP/1.1 503 busy\r\n\r\n", .refused(status: 503)),
    ("SMTP ready\r\n\r\n", .notAHandshake),
    ("HTTP/1.1 101 x\r\nno colon\r\n\r\n", .notAHandshake),
    ("HTTP/1.1 101 x\r\n" + String(repeating: "X: y\r\n", count: 4_000), .notAHandshake),
    (
      "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
        + "Sec-WebSocket-Protocol: unasked\r\n\r\n", .notAHandshake
    ),
  ]

  @Test(arguments: answers)
  func answersThatAreNoHandshakeAreToldApart(_ row: (answer: String, error: WebSocketError)) throws {
    let target = try #require(WebSocketTarget("ws://x/"))
    var handshake = ClientHandshake(
      target: target, fields: [:], subprotocols: [], key: "dGhlIHNhbXBsZSBub25jZQ==")
    var result: Result<ClientHandshake.Opened, WebSocketError>?
    for byte in row.answer.utf8 where result == nil { result = handshake.take([byte]) }
    #expect(result == .failure(row.error))
  }

  @Test func whatComesBehindTheHeadIsKept() throws {
    let target = try #require(WebSocketTarget("wss://host:9/a?b=c#d"))
    #expect(target.origin == "https://host:9")
    #expect(target.path == "/a?b=c")
    var handshake = ClientHandshake(
      target: target, fields: ["X-A": "1", "Bad": "a\r\nb"], subprotocols: ["p"], key: "dGhlIHNhbXBsZSBub25jZQ==")
    let request = String(decoding: handshake.request, as: UTF8.self)
    #expect(request.hasPrefix("GET /a?b=c HTTP/1.1\r\nHost: host:9\r\n"))
    #expect(request.contains("\r\nX-A: 1\r\n"))
    #expect(!request.contains("Bad"), "a field that would break the head is left out")
    let answer =
      "HTTP/1.1 101 x\r\nupgrade: WebSocket\r\nsec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
      + "Sec-WebSocket-Protocol: p\r\n\r\nearly"
    #expect(handshake.take(Array(answer.utf8)) == .success(.init(subprotocol: "p", early: Array("early".utf8))))
  }
}
