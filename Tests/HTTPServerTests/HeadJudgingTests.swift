import HTTPServer
import HTTPTypes
import Testing

@Suite struct HeadJudgingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let head: String
    let refusal: HeadRefusal
    init(_ name: String, _ head: String, _ refusal: HeadRefusal) {
      (testDescription, self.head, self.refusal) = (name, head, refusal)
    }
  }

  static let ambiguous: [Case] = [
    Case("no host", "GET / HTTP/1.1\r\n\r\n", .hostMissing),
    Case("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", .hostMissing),
    Case("two equal hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", .hostMissing),
    Case(
      "two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}", .lengthInvalid),
    Case(
      "length and encoding",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      .lengthAndEncoding),
    Case(
      "encoding list", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity, chunked\r\n\r\n",
      .encodingUnsupported),
    Case("unknown encoding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", .encodingUnsupported),
    Case("padded encoding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked \r\n\r\n", .encodingUnsupported),
    Case(
      "encoding twice",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
      .encodingUnsupported),
    Case("encoding in 1.0", "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", .encodingUnsupported),
    Case("space before colon", "GET / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n", .invalidFieldName),
    Case("empty name", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", .malformedFraming),
    Case("name with a bracket", "GET / HTTP/1.1\r\nHost: a\r\nX(: b\r\n\r\n", .invalidFieldName),
    Case("bare line feed", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", .malformedFraming),
    Case("line feeds only", "GET / HTTP/1.1\nHost: a\n\n", .malformedFraming),
    Case("last line feed bare", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n\n", .malformedFraming),
    Case("NUL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: b\u{0}c\r\n\r\n", .malformedFraming),
    Case("NUL in the last value", "GET / HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n", .malformedFraming),
    Case("NUL in the path", "GET /a\u{0}b HTTP/1.1\r\nHost: a\r\n\r\n", .malformedFraming),
    Case("NUL in the method", "GE\u{0}T / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedFraming),
    Case("control in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: b\u{1}c\r\n\r\n", .invalidFieldValue),
    Case("carriage return in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n", .invalidFieldValue),
    Case("DEL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{7f}\r\n\r\n", .invalidFieldValue),
    Case("control in the path", "GET /\u{1} HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
    Case("raw letters beyond ASCII", "GET /комната HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
    Case("space in the path", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
    Case("two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedFraming),
    Case("absolute target", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
    Case("target without slash", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
    Case("method with a bracket", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n", .invalidMethod),
  ]

  @Test(arguments: ambiguous)
  func anAmbiguousHeadIsRefusedAndNothingBehindItIsServed(_ example: Case) async throws {
    try await withServer { server, log in
      let client = try RawClient(server.port)
      try await client.send(example.head + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try await client.receiveToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(answer.contains("application/problem+json"))
      #expect(!answer.contains("smuggled"))
      #expect(answer.components(of: "HTTP/1.1 ") == 1)
      #expect(log.count(.refusedHead(example.refusal)) == 1)
    }
  }

  /// The library answers these itself, or just closes.
  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\nhello",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nhello",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r\n\r\nhello",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\nhello",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\nhello",
    "GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
    "GET / HTTP/0.9\r\n\r\n", "GET /\r\n\r\n", "hello\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n",
  ])
  func aHeadThatCannotBeParsedIsNeverServed(_ head: String) async throws {
    try await withServer { server, _ in
      let client = try RawClient(server.port)
      try await client.send(head + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try await client.receiveToEnd()
      #expect(!answer.contains(" 200 "))
      #expect(!answer.contains("smuggled"))
    }
  }

  @Test func anOverlongHeadIs431() async throws {
    try await withServer { server, _ in
      let client = try RawClient(server.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 8 << 10))\r\n\r\n")
      #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 431 "))
    }
  }

  @Test func manySmallFieldsBeyondTheLimitAre431() async throws {
    try await withServer { server, _ in
      let client = try RawClient(server.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "a: b\r\n", count: 3000))\r\n")
      #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 431 "))
    }
  }

  @Test(arguments: [9 << 10, 60 << 10])
  func anOverlongTargetIs414(_ length: Int) async throws {
    try await withServer { server, _ in
      let client = try RawClient(server.port)
      try await client.send("GET /\(String(repeating: "a", count: length)) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 414 "))
    }
  }

  @Test func aHeadJustWithinTheLimitIsServed() async throws {
    try await withServer { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      let fields = (0..<60).map { "X-Field-\($0): \(String(repeating: "v", count: 110))\r\n" }.joined()
      #expect(fields.utf8.count > 7 << 10)
      try await reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
      #expect(try await reader.next().status == 200)
    }
  }
}

extension String {
  /// How often `text` occurs.
  func components(of text: String) -> Int { ranges(of: text).count }
}
