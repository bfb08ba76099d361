import HTTPServer
import HTTPTypes
import Testing

@Suite struct ResponseTests {
  private static func answering(_ response: HTTPResponse) -> ScriptedHandler {
    ScriptedHandler { _ in response }
  }

  @Test func headHasTheFieldsOfGetAndNoBody() async throws {
    let response = HTTPResponse(status: 200, fields: ["X-A": "1"], body: .bytes(Array("hello".utf8)))
    try await withServer(Self.answering(response)) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let head = try await reader.next(hasBody: false)
      let get = try await reader.next()
      #expect(head.field("Content-Length") == "5")
      #expect(head.field("X-A") == "1")
      #expect(get.body == "hello")
      #expect(get.field("Date")?.hasSuffix("GMT") == true)
      #expect(get.field("Server") == nil)
    }
  }

  @Test(arguments: [204, 304]) func aStatusWithoutBodyLeavesNothingInTheWay(_ status: Int) async throws {
    let handler = ScriptedHandler { request in
      HTTPResponse(status: request.head.path == "/e" ? status : 200, body: .bytes(Array("body".utf8)))
    }
    try await withServer(handler) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("DELETE /e HTTP/1.1\r\nHost: a\r\n\r\nGET /f HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.next().status == status)
      #expect(try await reader.next().body == "body")
    }
  }

  @Test(arguments: [
    ("X-Evil", "a\r\nSet-Cookie: b=c"), ("X-Evil", "a\nb: c"), ("X-Evil", "a\u{0}b"), ("X-Evil\r\nSet-Cookie", "b=c"),
    ("X Evil", "a"), ("", "a"),
  ])
  func aFieldThatWouldSplitTheAnswerIsLeftOut(_ name: String, _ value: String) async throws {
    var fields: HTTPFields = ["X-Before": "1"]
    fields.add(name, value)
    fields.add("X-After", "2")
    let response = HTTPResponse(status: 200, fields: fields, body: .bytes(Array("ok".utf8)))
    try await withServer(Self.answering(response)) { server, log in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try await reader.next()
      #expect(answer.body == "ok")
      #expect(answer.field("X-After") == "2")
      #expect(answer.field("Set-Cookie") == nil)
      #expect(!answer.head.contains("Evil"))
      #expect(log.count(.droppedResponseField(name: name)) == 1)
    }
  }

  @Test func framingFieldsOfTheHandlerAreIgnored() async throws {
    let fields: HTTPFields = [
      "Content-Length": "99", "Transfer-Encoding": "gzip", "Connection": "upgrade", "Keep-Alive": "timeout=1",
      "Date": "x",
    ]
    let response = HTTPResponse(status: 200, fields: fields, body: .bytes(Array("ok".utf8)))
    try await withServer(Self.answering(response)) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      for _ in 0..<2 {
        try await reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let answer = try await reader.next()
        #expect(answer.field("Content-Length") == "2")
        #expect(answer.field("Transfer-Encoding") == nil)
        #expect(answer.field("Date") != "x")
      }
    }
  }

  @Test func theHandlerMayCloseTheConnection() async throws {
    try await withServer(Self.answering(HTTPResponse(status: 200, fields: ["Connection": "close"]))) { server, _ in
      let client = try RawClient(server.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await client.receiveToEnd().components(of: "Connection: close") == 1)
    }
  }

  @Test(arguments: [0, 100, 101, 600, 70_000, -1]) func anImpossibleStatusIs500(_ status: Int) async throws {
    try await withServer(Self.answering(HTTPResponse(status: status))) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.next().status == 500)
    }
  }

  @Test func aLargeAnswerArrivesWhole() async throws {
    let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 % 26 + 97) }
    try await withServer(Self.answering(HTTPResponse(status: 200, body: .bytes(bytes)))) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.next().body == String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test func fieldsOfSixKilobytesFit() async throws {
    var fields: HTTPFields = [:]
    for index in 0..<50 { fields.add("X-\(index)", String(repeating: "v", count: 110)) }
    try await withServer(Self.answering(HTTPResponse(status: 200, fields: fields))) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.next().field("X-49")?.utf8.count == 110)
    }
  }
}
