import HTTPClient
import HTTPTypes
import Testing

/// What goes onto the wire.
@Suite struct RequestTests {
  private func sent(_ request: HTTPClientRequest) async throws -> String {
    var text = ""
    try await withServer(answering("HTTP/1.1 204 No Content\r\n\r\n")) { server, client in
      var request = request
      request.url = server.url(request.url)
      let answer = try await fetch(client, request)
      #expect(answer.status == 204)
      text = server.requests.first?.replacing("127.0.0.1:\(server.port)", with: "HOST") ?? ""
    }
    return text
  }

  private static let usual = "Host: HOST\r\nUser-Agent: switchboard\r\nAccept: */*\r\nAccept-Encoding: gzip\r\n"

  @Test(arguments: ["GET", "DELETE", "HEAD", "POST", "PUT", "PATCH"])
  func withoutABodyNothingIsAnnounced(method: String) async throws {
    let text = try await sent(HTTPClientRequest(method: method, url: "/rooms/a%2Fb/../c?x=%20&y"))
    #expect(text == "\(method) /rooms/a%2Fb/../c?x=%20&y HTTP/1.1\r\n\(Self.usual)\r\n")
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "GET"])
  func aBodyIsSentWithItsLengthAndTheGivenType(method: String) async throws {
    let text = try await sent(
      HTTPClientRequest(
        method: method, url: "/", fields: ["Content-Type": "application/json"], body: Array("{\"a\":\"\u{0}é\"}".utf8)))
    #expect(
      text
        == "\(method) / HTTP/1.1\r\n\(Self.usual)Content-Type: application/json\r\nContent-Length: 11\r\n\r\n"
        + "{\"a\":\"\u{0}é\"}")
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func anEmptyBodyHasTheLengthZeroAndNoType(method: String) async throws {
    let text = try await sent(HTTPClientRequest(method: method, url: "/", body: []))
    #expect(text == "\(method) / HTTP/1.1\r\n\(Self.usual)Content-Length: 0\r\n\r\n")
  }

  @Test func aLargeBodyIsSentWithoutAsking() async throws {
    let body = [UInt8](repeating: 120, count: 200 << 10)
    let text = try await sent(HTTPClientRequest(method: "POST", url: "/", body: body))
    #expect(text.hasSuffix("\r\n\r\n" + String(decoding: body, as: UTF8.self)))
    #expect(!text.contains("Expect"))
  }

  @Test func fieldsKeepOrderDuplicatesAndEmptyValues() async throws {
    var fields: HTTPFields = ["Authorization": "Bearer t;k", "X-Empty": "", "X-Blank": " "]
    fields.add("X-Twice", "1")
    fields.add("X-Twice", "2; \u{e9}")
    let text = try await sent(HTTPClientRequest(method: "GET", url: "/", fields: fields))
    let tail = "Authorization: Bearer t;k\r\nX-Empty:\r\nX-Blank:\r\nX-Twice: 1\r\nX-Twice: 2; \u{e9}\r\n\r\n"
    #expect(text.hasSuffix(tail))
  }

  @Test func fieldsOfTheLibraryCanBeReplaced() async throws {
    let text = try await sent(
      HTTPClientRequest(
        method: "GET", url: "/", fields: ["user-agent": "me", "accept": "text/plain", "accept-encoding": "identity"]))
    #expect(
      text
        == "GET / HTTP/1.1\r\nHost: HOST\r\nuser-agent: me\r\naccept: text/plain\r\naccept-encoding: identity\r\n\r\n")
  }

  private static let unsound: [HTTPClientRequest] =
    [
      "/\r\nX: y", "/\n", "/\u{0}", "/ x", "/\u{e9}", "/\u{7f}", "/\t",
    ].map { HTTPClientRequest(method: "GET", url: "http://127.0.0.1:1\($0)") }
    + [
      "", "/", "127.0.0.1/", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http:///x",
      "http://127.0.0.1:99999/",
      "http://user:secret@127.0.0.1:1/", "HTTP ://x",
    ].map { HTTPClientRequest(method: "GET", url: $0) }
    + ["", "get", "GET ", "GET\r\n", "G\u{0}", "CONNECT"].map {
      HTTPClientRequest(method: $0, url: "http://127.0.0.1:1/")
    }
    + [
      ("X", "a\r\nB: c"), ("X", "a\n"), ("X", "\r"), ("X", "a\u{0}b"), ("X", "\u{7f}"), ("X\r\nY", "a"), ("X:", "a"),
      ("X Y", "a"), ("", "a"), ("X\u{0}", "a"), ("\u{e9}", "a"), ("content-length", "3"),
      ("Transfer-Encoding", "chunked"),
    ].map { name, value in
      var fields = HTTPFields()
      fields.add(name, value)
      return HTTPClientRequest(method: "GET", url: "http://127.0.0.1:1/", fields: fields)
    } + [HTTPClientRequest(method: "HEAD", url: "http://127.0.0.1:1/", body: [])]

  @Test func whatWouldSayMoreThanMeantIsRefusedUnsent() async {
    let client = HTTPClient()
    for request in Self.unsound {
      let failure = await failed(client, request)
      #expect(failure?.reason == .invalidRequest, "\(request)")
      #expect(failure?.requestMayHaveBeenSent == false)
      #expect(failure?.detail.contains("secret") == false)
    }
    await client.shutdown()
  }
}
