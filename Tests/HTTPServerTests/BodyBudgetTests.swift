import HTTPServer
import HTTPTypes
import ProgramTesting
import Testing

/// All bodies together have a bound.
@Suite struct BodyBudgetTests {
  private static let size = 60_000

  private static func small(_ configuration: inout HTTPServerConfiguration) { configuration.maximumBodyBytes = 100_000 }

  private static func post(_ port: UInt16, sending count: Int, of length: Int = size) async throws -> RawClient {
    let client = try RawClient(port)
    let body = String(repeating: "x", count: count)
    try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n\(body)")
    return client
  }

  @Test func aBodyForWhichThereIsNoRoomIsAnswered503AndTheConnectionGoesOn() async throws {
    try await withServer(.echo, Self.small) { server, log in
      let first = try await Self.post(server.port, sending: Self.size - 1)
      #expect(await eventually { server.heldBodyBytes == Self.size - 1 })
      var second = ResponseReader(try await Self.post(server.port, sending: Self.size))
      let refused = try await second.next()
      #expect(refused.status == 503)
      #expect(refused.field("Retry-After") == "1")
      #expect(refused.body.contains("\"code\":\"not_ready\""))
      #expect(log.count(.bodiesFull) == 1)
      // What it was refused for is over.
      var reader = ResponseReader(first)
      try await reader.client.send("x")
      #expect(try await reader.next().status == 200)
      #expect(await eventually { server.heldBodyBytes == 0 })
      try await second.client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
      #expect(try await second.next().body == "POST /|nil|hi")
    }
  }

  @Test func aServerThatIsFullAnswersBeforeTheBody() async throws {
    try await withServer(.echo, Self.small) { server, log in
      let clients = [
        try await Self.post(server.port, sending: 50_000), try await Self.post(server.port, sending: 50_000),
      ]
      #expect(await eventually { server.heldBodyBytes == 100_000 })
      let third = try await Self.post(server.port, sending: 0)
      #expect(try await third.receiveToEnd().hasPrefix("HTTP/1.1 503 "))
      #expect(log.count(.bodiesFull) == 1)
      let without = try RawClient(server.port)
      try await without.send("GET /n HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(try await without.receiveToEnd().hasPrefix("HTTP/1.1 200 "))
      #expect(clients.count == 2)
    }
  }

  @Test func whatWasHeldForAClientThatLeftIsGivenBack() async throws {
    try await withServer(.echo, Self.small) { server, _ in
      for _ in 0..<5 {
        let client = try await Self.post(server.port, sending: 50_000)
        #expect(await eventually { server.heldBodyBytes == 50_000 })
        client.resetOnClose()
      }
      #expect(await eventually { server.heldBodyBytes == 0 })
    }
  }
}
