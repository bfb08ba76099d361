import HTTPClient
import HTTPTypes
import ProgramTesting
import Synchronization
import Testing

/// Which connections are used, and what happens when they die.
@Suite struct ConnectionTests {
  @Test func twoRequestsUseOneConnection() async throws {
    try await withServer(answering(ok)) { server, client in
      for _ in 0..<2 {
        let answer = try await fetch(client, get(server.url()))
        #expect(answer.status == 200)
      }
      #expect(server.accepted == 1)
      #expect(server.requests.count == 2)
    }
  }

  @Test func aConnectionThatWasClosedMeanwhileIsReplaced() async throws {
    let script: ScriptedServer.Script = { connection in
      connection.request()
      connection.say(ok)
    }
    try await withServer(script) { server, client in
      for _ in 0..<5 {
        let request = HTTPClientRequest(method: "POST", url: server.url(), body: [1])
        let answer = try await fetch(client, request)
        #expect(answer.status == 200)
        #expect(await eventually { server.openConnections == 0 })
      }
      #expect(server.accepted == 5)
    }
  }

  /// The first request is answered; the connection dies once the second has been read.
  private static let dying: ScriptedServer.Script = { connection in
    connection.request()
    connection.say(ok)
    if connection.index == 1 { connection.request() } else { connection.untilGone() }
  }

  @Test(arguments: ["POST", "PATCH"], [nil, [], [1]] as [[UInt8]?])
  func aRequestThatMayNotBeRepeatedIsNeverSentTwice(method: String, body: [UInt8]?) async throws {
    try await withServer(Self.dying) { server, client in
      let answer = try await fetch(client, get(server.url()))
      #expect(answer.status == 200)
      let failure = await failed(client, HTTPClientRequest(method: method, url: server.url(), body: body))
      #expect(failure?.reason == .connectionLost)
      #expect(failure?.requestMayHaveBeenSent == true)
      #expect(server.requests.count { $0.hasPrefix(method) } == 1)
    }
  }

  @Test(arguments: ["GET", "PUT", "DELETE"])
  func aRequestThatMayBeRepeatedFindsAnotherConnection(method: String) async throws {
    try await withServer(Self.dying) { server, client in
      let answer = try await fetch(client, get(server.url()))
      #expect(answer.status == 200)
      let body: [UInt8]? = method == "PUT" ? [1] : nil
      let second = try await fetch(client, HTTPClientRequest(method: method, url: server.url(), body: body))
      #expect(second.status == 200)
      #expect(server.accepted == 2)
    }
  }

  @Test func aHundredAtOnceEachGetTheirOwnAnswer() async throws {
    let script: ScriptedServer.Script = { connection in
      while let request = connection.request() {
        let path = request.split(separator: " ")[1]
        connection.say("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
      }
    }
    try await withServer(script, HTTPClientConfiguration(maximumConnectionsPerHost: 8)) { server, client in
      await withTaskGroup { group in
        for number in 0..<100 {
          group.addTask {
            // Those behind the first eight wait, and waiting counts as connecting.
            let timeouts = HTTPTimeouts(connect: .seconds(30), total: .seconds(60))
            let response = try? await fetch(client, get(server.url("/\(number)"), timeouts: timeouts))
            #expect(response?.body == Array("/\(number)".utf8))
          }
        }
      }
      #expect(server.accepted <= 8)
      #expect(server.requests.count == 100)
    }
  }

  @Test func keptConnectionsAreBounded() async throws {
    let configuration = HTTPClientConfiguration(maximumConnectionsPerHost: 4, maximumTotalConnections: 2)
    try await withServer(answering(ok), configuration) { server, client in
      await withTaskGroup { group in
        for _ in 0..<20 {
          group.addTask {
            #expect(
              await failed(
                client, get(server.url(), timeouts: HTTPTimeouts(connect: .seconds(30), total: .seconds(60)))) == nil)
          }
        }
      }
      #expect(server.accepted <= 2)
    }
  }

  @Test func proxiesOfTheEnvironmentAreNotUsed() async {
    await #expect(processExitsWith: .success) {
      for name in ["http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"] { setEnvironment(name, "http://127.0.0.1:1") }
      try await withServer(answering(ok)) { server, client in
        guard try await fetch(client, get(server.url())).status == 200 else { throw CancellationError() }
      }
    }
  }
}
