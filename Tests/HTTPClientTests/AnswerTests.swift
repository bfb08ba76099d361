import HTTPClient
import HTTPServer
import HTTPTypes
import Testing

/// What comes back.
@Suite struct AnswerTests {
  private func answer(_ said: String, _ method: String = "GET", closes: Bool = false) async throws -> HTTPClientResponse
  {
    try await answer(Array(said.utf8), method, closes: closes)
  }

  private func answer(_ said: [UInt8], _ method: String = "GET", closes: Bool = false) async throws
    -> HTTPClientResponse
  {
    let script: ScriptedServer.Script = { connection in
      connection.request()
      connection.say(said)
      if !closes { connection.untilGone() }
    }
    var result: HTTPClientResponse?
    try await withServer(script) { server, client in
      result = try await fetch(client, HTTPClientRequest(method: method, url: server.url()))
    }
    return try #require(result)
  }

  @Test func fieldsComeInOrderWithDuplicates() async throws {
    let response = try await answer(
      "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nVia:x\r\nset-cookie: b=2 \t\r\nX-Empty:\r\nX-Colon: a:b\r\n"
        + "Content-Length: 0\r\n\r\n")
    #expect(
      response.fields.entries.map(\.name) == [
        "Set-Cookie", "Via", "set-cookie", "X-Empty", "X-Colon", "Content-Length",
      ])
    #expect(response.fields.entries.map(\.value) == ["a=1", "x", "b=2", "", "a:b", "0"])
  }

  @Test func onlyTheFinalHeadCounts() async throws {
    let response = try await answer(
      "HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        + "HTTP/1.1 201 Created\r\nX-Late: 1\r\nContent-Length: 2\r\n\r\nok")
    #expect(response.status == 201)
    #expect(response.fields == ["X-Late": "1", "Content-Length": "2"])
    #expect(response.body == Array("ok".utf8))
  }

  @Test func trailersAreNotFields() async throws {
    let response = try await answer(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nRetry-After: 900\r\n\r\n")
    #expect(response.body == Array("ok".utf8))
    #expect(response.fields["Retry-After"] == nil)
  }

  @Test func aFoldedFieldIsOneValue() async throws {
    let response = try await answer("HTTP/1.1 200 OK\r\nX-Long: a\r\n  b: c\r\n\td\r\nContent-Length: 0\r\n\r\n")
    #expect(response.fields["X-Long"] == "a b: c d")
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func aRedirectIsAnAnswer(status: Int) async throws {
    let script: ScriptedServer.Script = { connection in
      while connection.request() != nil {
        connection.say("HTTP/1.1 \(status) Elsewhere\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")
      }
    }
    try await withServer(script) { server, client in
      let response = try await fetch(
        client,
        HTTPClientRequest(method: "POST", url: server.url(), fields: ["Authorization": "Bearer secret"], body: []))
      #expect(response.status == status)
      #expect(response.fields["location"] == "/other")
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [400, 401, 404, 429, 500, 502, 503])
  func aRefusalIsAnAnswerWithItsBody(status: Int) async throws {
    let page = "<html><body>nginx</body></html>"
    let response = try await answer(
      "HTTP/1.1 \(status) No\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\r\n\(page)")
    #expect(response.status == status)
    #expect(response.body == Array(page.utf8))
  }

  @Test(arguments: [
    ("GET", "HTTP/1.1 204 No Content\r\n\r\n"), ("GET", "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n"),
    ("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"),
    ("HEAD", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\n"),
  ])
  func someAnswersHaveNoBody(method: String, said: String) async throws {
    #expect(try await answer(said, method).body == [])
  }

  @Test func aBodyWithoutLengthEndsWithTheConnection() async throws {
    #expect(try await answer("HTTP/1.1 200 OK\r\n\r\nall of it", closes: true).body == Array("all of it".utf8))
    #expect(try await answer("HTTP/1.0 200 OK\r\n\r\nall of it", closes: true).body == Array("all of it".utf8))
  }

  @Test func theProjectsOwnServerAnswers() async throws {
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: Echo())
    let client = HTTPClient()
    let response = try await fetch(
      client,
      HTTPClientRequest(
        method: "PUT", url: "http://127.0.0.1:\(server.port)/a%2Fb?c", body: Array("body".utf8),
        timeouts: HTTPTimeouts(firstByte: .seconds(30), total: .seconds(60))))
    #expect(response.body == Array("PUT /a%2Fb c body".utf8))
    await client.shutdown()
    await server.stop(drain: .zero)
  }

  private struct Echo: HTTPHandler {
    func respond(to request: HTTPRequest) async -> HTTPResponse {
      let text = "\(request.head.method) \(request.head.path) \(request.head.query ?? "-") "
      return HTTPResponse(status: 200, body: .bytes(Array(text.utf8) + request.body))
    }
  }
}
