import Glibc
import HTTPClient
import HTTPTypes
import ProgramTesting
import Testing

/// Each deadline fails with its own reason, never early and not much later.
@Suite(.serialized) struct DeadlineTests {
  /// Far away but for the one under test, so that no other wakes the loop in time for it.
  private func only(
    connect: Duration = .seconds(60), firstByte: Duration = .seconds(60), idle: Duration = .seconds(60),
    total: Duration = .seconds(60)
  ) -> HTTPTimeouts {
    HTTPTimeouts(connect: connect, firstByte: firstByte, idle: idle, total: total)
  }

  private func expectTimeout(
    _ client: HTTPClient, _ url: String, _ timeouts: HTTPTimeouts, after milliseconds: Int,
    _ reason: HTTPClientFailure.Reason, sent: Bool
  ) async {
    let started = ContinuousClock.now
    let failure = await failed(client, get(url, timeouts: timeouts))
    let took = ContinuousClock.now - started
    #expect(failure?.reason == reason)
    #expect(failure?.requestMayHaveBeenSent == sent)
    #expect(took >= .milliseconds(milliseconds))
    // Wide, for the other suites keep the threads busy; the values themselves are tested without them.
    #expect(took < .seconds(10))
  }

  @Test func anUnansweredConnectionAttempt() async throws {
    let (listener, port) = try #require(Loopback.listen(backlog: 0))
    // They fill the queue; the kernel drops what comes behind them.
    let fillers = (0..<3).map { _ in Loopback.knock(port) }
    let client = HTTPClient()
    await expectTimeout(
      client, "http://127.0.0.1:\(port)/", only(connect: .milliseconds(200)), after: 200, .connectTimeout,
      sent: false)
    await client.shutdown()
    for descriptor in fillers + [listener] { close(descriptor) }
  }

  @Test func aTLSHandshakeWithoutAnswer() async throws {
    try await withServer({ $0.untilGone() }) { server, client in
      await expectTimeout(
        client, "https://127.0.0.1:\(server.port)/", only(connect: .milliseconds(200)), after: 200,
        .connectTimeout, sent: false)
    }
  }

  @Test func theTotalRunsOutWhileConnecting() async throws {
    try await withServer({ $0.untilGone() }) { server, client in
      await expectTimeout(
        client, "https://127.0.0.1:\(server.port)/", only(total: .milliseconds(200)), after: 200,
        .totalTimeout, sent: false)
    }
  }

  @Test func noFreeConnectionInTime() async throws {
    let script: ScriptedServer.Script = { connection in
      connection.request()
      connection.untilGone()
    }
    try await withServer(script, HTTPClientConfiguration(maximumConnectionsPerHost: 1)) { server, client in
      let first = Task { await failed(client, get(server.url())) }
      #expect(await eventually { server.requests.count == 1 })
      await expectTimeout(
        client, server.url(), only(connect: .milliseconds(200)), after: 200, .connectTimeout, sent: false)
      first.cancel()
      #expect(await first.value?.reason == .cancelled)
    }
  }

  @Test(arguments: ["", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"])
  func noFirstByteOfTheAnswer(said: String) async throws {
    let script: ScriptedServer.Script = { connection in
      connection.request()
      connection.say(said)
      connection.untilGone()
    }
    try await withServer(script) { server, client in
      await expectTimeout(
        client, server.url(), only(firstByte: .milliseconds(200)), after: 200, .firstByteTimeout, sent: true)
    }
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"])
  func silenceInTheMiddleOfTheAnswer(said: String) async throws {
    let script: ScriptedServer.Script = { connection in
      connection.request()
      connection.say(said)
      connection.untilGone()
    }
    try await withServer(script) { server, client in
      await expectTimeout(
        client, server.url(), only(idle: .milliseconds(200)), after: 200, .idleTimeout,
        sent: true)
    }
  }

  @Test func aBodyThatDripsForEver() async throws {
    let script: ScriptedServer.Script = { connection in
      connection.request()
      connection.say("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
      while connection.pause(20) { connection.say(".") }
    }
    try await withServer(script) { server, client in
      await expectTimeout(
        client, server.url(), only(total: .milliseconds(400)), after: 400, .totalTimeout,
        sent: true)
    }
  }

  @Test func aSlowAnswerThatKeepsMovingArrives() async throws {
    let script: ScriptedServer.Script = { connection in
      connection.request()
      connection.say("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n")
      for _ in 0..<8 where connection.pause(100) { connection.say(".") }
      connection.request()
    }
    try await withServer(script) { server, client in
      let response = try await fetch(client, get(server.url(), timeouts: HTTPTimeouts(idle: .milliseconds(600))))
      #expect(response.body == Array("........".utf8))
    }
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func noTimeAtAllFailsAtOnce(total: Duration) async throws {
    try await withServer(answering(ok)) { server, client in
      let reason = await failed(client, get(server.url(), timeouts: HTTPTimeouts(total: total)))?.reason
      #expect(reason == .totalTimeout)
    }
  }

  @Test func endlessDeadlinesAreAllowed() async throws {
    let long = Duration.seconds(Int64.max)
    try await withServer(answering(ok)) { server, client in
      let timeouts = HTTPTimeouts(connect: long, firstByte: long, idle: long, total: long)
      let answer = try await fetch(client, get(server.url(), timeouts: timeouts))
      #expect(answer.status == 200)
    }
  }
}
