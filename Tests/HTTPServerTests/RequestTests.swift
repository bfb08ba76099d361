import HTTPServer
import HTTPTypes
import ProgramTesting
import Testing

@Suite struct RequestTests {
  @Test(arguments: [
    ("/v1/rooms/a%2Fb", "/v1/rooms/a%2Fb|nil|"), ("/a/../b//c/./", "/a/../b//c/./|nil|"), ("/%zz%", "/%zz%|nil|"),
    ("/%D0%BA%D0%BE%D0%BC?q=%2B+a&b", "/%D0%BA%D0%BE%D0%BC|q=%2B+a&b|"), ("/x?", "/x||"),
    ("/x?a=b?c&&=", "/x|a=b?c&&=|"),
    ("/+", "/+|nil|"), ("/%00", "/%00|nil|"),
  ])
  func pathAndQueryArriveAsSent(_ target: String, _ expected: String) async throws {
    try await withServer { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.next().body == "GET \(expected)")
    }
  }

  @Test func fieldsArriveTrimmedInOrderAndThePeerIsKnown() async throws {
    let handler = ScriptedHandler { request in
      let cookies = request.head.fields.values(of: "x-a").joined(separator: ",")
      return HTTPResponse(status: 200, body: .bytes(Array("\(cookies) \(request.head.peer)".utf8)))
    }
    try await withServer(handler) { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      try await reader.client.send("GET / HTTP/1.1\r\nHost: a\r\nX-A: \t one \t\r\nx-a:\r\nX-a:two\r\n\r\n")
      #expect(try await reader.next().body == "one,,two 127.0.0.1")
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    try await withServer { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      let post = "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"
      try await reader.client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n\(post)GET /c HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await reader.next().body == "GET /a|nil|")
      #expect(try await reader.next().body == "POST /b|nil|{}")
      #expect(try await reader.next().body == "GET /c|nil|")
    }
  }

  @Test func aHundredPipelinedRequestsFitTheConnectionsMemory() async throws {
    try await withServer { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      let one = "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 300\r\n\r\n" + String(repeating: "x", count: 300)
      try await reader.client.send(String(repeating: one, count: 100))
      for _ in 0..<100 { #expect(try await reader.next().status == 200) }
    }
  }

  @Test func aRequestInSingleBytesIsOneRequest() async throws {
    try await withServer { server, _ in
      var reader = ResponseReader(try RawClient(server.port))
      for byte in "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8 {
        try await reader.client.send([byte])
      }
      #expect(try await reader.next().body == "POST /x|nil|abc")
    }
  }

  @Test func connectionCloseIsHonoured() async throws {
    try await withServer { server, _ in
      let client = try RawClient(server.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let answer = try await client.receiveToEnd()
      #expect(answer.contains("Connection: close\r\n"))
      #expect(answer.hasSuffix("GET /|nil|"))
    }
  }

  @Test func anOldClientIsAnsweredAndClosed() async throws {
    try await withServer { server, _ in
      let client = try RawClient(server.port)
      try await client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try await client.receiveToEnd().hasSuffix("GET /|nil|"))
    }
  }

  @Test func twoHundredSlowRequestsRunAtOnce() async throws {
    let gate = Gate()
    let handler = ScriptedHandler { _ in
      await gate.pass()
      return HTTPResponse(status: 200, body: .bytes(Array("done".utf8)))
    }
    try await withServer(handler) { server, _ in
      let clients = try (0..<200).map { _ in try RawClient(server.port) }
      for client in clients { try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
      #expect(await eventually { gate.arrived == 200 })
      gate.open()
      for client in clients {
        var reader = ResponseReader(client)
        #expect(try await reader.next().body == "done")
      }
    }
  }
}
