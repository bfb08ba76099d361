import HTTPClient
import HTTPTypes
import ProgramTesting
import Testing

/// How much an answer may hold.
@Suite struct BoundsTests {
  private func sized(_ count: Int) -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n" + String(repeating: "x", count: count)
  }

  @Test func aBodyOfTheLimitArrivesAndOneMoreIsTooLarge() async throws {
    try await withServer(answering(sized(1_000))) { server, client in
      let answer = try await fetch(client, get(server.url(), limit: 1_000))
      #expect(answer.body.count == 1_000)
      let failure = await failed(client, get(server.url(), limit: 999))
      #expect(failure?.reason == .tooLarge)
      #expect(failure?.requestMayHaveBeenSent == true)
    }
  }

  @Test func anEndlessChunkedBodyIsCutOff() async throws {
    let script: ScriptedServer.Script = { connection in
      connection.request()
      connection.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      while connection.pause(0) { connection.say("400\r\n" + String(repeating: "x", count: 1_024) + "\r\n") }
    }
    try await withServer(script) { server, client in
      #expect(await failed(client, get(server.url(), limit: 100_000))?.reason == .tooLarge)
      #expect(await eventually { server.openConnections == 0 })
    }
  }

  @Test(arguments: [(10_000, 5), (1, 90_000), (1, 300_000)])
  func aHugeHeadIsCutOff(lines: Int, length: Int) async throws {
    let line = "X-Field: " + String(repeating: "v", count: length) + "\r\n"
    let fields = String(repeating: line, count: lines)
    try await withServer(answering("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n")) { server, client in
      #expect(await failed(client, get(server.url()))?.reason == .tooLarge)
    }
  }

  @Test func endlessInterimHeadsAreCutOff() async throws {
    let script: ScriptedServer.Script = { connection in
      connection.request()
      while connection.pause(0) { connection.say("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n") }
    }
    try await withServer(script) { server, client in
      #expect(await failed(client, get(server.url()))?.reason == .tooLarge)
    }
  }

  @Test func aHeadOfSomeSizeArrives() async throws {
    let fields = String(repeating: "X-Field: value\r\n", count: 1_000)
    try await withServer(answering("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n")) { server, client in
      let answer = try await fetch(client, get(server.url()))
      #expect(answer.fields.values(of: "x-field").count == 1_000)
    }
  }
}
