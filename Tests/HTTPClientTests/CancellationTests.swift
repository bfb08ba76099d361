import HTTPClient
import HTTPTypes
import ProgramTesting
import Testing

/// Cancelling, stopping, and what is left of it.
@Suite(.serialized) struct CancellationTests {
  private static let silent: ScriptedServer.Script = { connection in
    connection.request()
    connection.untilGone()
  }

  @Test func aTaskCancelledBeforeItStartsSendsNothing() async throws {
    try await withServer(answering(ok)) { server, client in
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return await failed(client, get(server.url()))
      }
      task.cancel()
      let failure = await task.value
      #expect(failure?.reason == .cancelled)
      #expect(failure?.requestMayHaveBeenSent == false)
      #expect(server.accepted == 0)
    }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"])
  func aTaskCancelledOnTheWayEndsAtOnceAndClosesItsConnection(said: String) async throws {
    let script: ScriptedServer.Script = { connection in
      connection.request()
      connection.say(said)
      connection.untilGone()
    }
    try await withServer(script) { server, client in
      let task = Task { await failed(client, get(server.url())) }
      #expect(await eventually { server.requests.count == 1 })
      let cancelled = ContinuousClock.now
      task.cancel()
      let failure = await task.value
      #expect(ContinuousClock.now - cancelled < .milliseconds(500))
      #expect(failure?.reason == .cancelled)
      #expect(failure?.requestMayHaveBeenSent == true)
      #expect(await eventually { server.openConnections == 0 })
    }
  }

  @Test func cancellingWhileConnectingSurelySentNothing() async throws {
    try await withServer({ $0.untilGone() }) { server, client in
      let task = Task { await failed(client, get("https://127.0.0.1:\(server.port)/")) }
      #expect(await eventually { server.accepted == 1 })
      task.cancel()
      let failure = await task.value
      #expect(failure?.reason == .cancelled)
      #expect(failure?.requestMayHaveBeenSent == false)
      #expect(await eventually { server.openConnections == 0 })
    }
  }

  @Test func cancellingOneLeavesTheOthers() async throws {
    let script: ScriptedServer.Script = { connection in
      let request = connection.request() ?? ""
      if request.hasPrefix("GET /stuck") { return connection.untilGone() }
      connection.pause(100)
      connection.say(ok)
    }
    try await withServer(script) { server, client in
      let stuck = Task { await failed(client, get(server.url("/stuck"))) }
      let other = Task { await failed(client, get(server.url("/other"))) }
      #expect(await eventually { server.requests.count == 2 })
      stuck.cancel()
      #expect(await stuck.value?.reason == .cancelled)
      #expect(await other.value == nil)
    }
  }

  @Test func cancellingThatRacesTheAnswerGivesOneOrTheOther() async throws {
    try await withServer(answering(ok)) { server, client in
      await withTaskGroup { group in
        for number in 0..<500 {
          group.addTask {
            let task = Task { await failed(client, get(server.url())) }
            for _ in 0..<(number % 50) { await Task.yield() }
            task.cancel()
            let reason = await task.value?.reason
            #expect(reason == nil || reason == .cancelled)
          }
        }
      }
      let answer = try await fetch(client, get(server.url()))
      #expect(answer.status == 200)
    }
  }

  @Test func aThousandCancellationsLeaveNoDescriptors() async throws {
    let before = openDescriptors()
    try await withServer(Self.silent) { server, client in
      for round in 1...20 {
        let tasks = (0..<50).map { _ in Task { await failed(client, get(server.url())) } }
        _ = await eventually { server.requests.count == round * 50 }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value?.reason == .cancelled) }
      }
      #expect(server.requests.count == 1_000)
      #expect(await eventually { server.openConnections == 0 })
    }
    // Other suites run beside.
    #expect(await eventually { openDescriptors() <= before + 100 })
  }

  @Test func shuttingDownFailsWhatIsOnItsWay() async throws {
    try await withServer(Self.silent) { server, client in
      let tasks = (0..<20).map { _ in Task { await failed(client, get(server.url())) } }
      #expect(await eventually { server.requests.count == 20 })
      async let other: Void = client.shutdown()
      await client.shutdown()
      await other
      for task in tasks { #expect(await task.value?.reason == .cancelled) }
      #expect(await eventually { server.openConnections == 0 })
      let late = await failed(client, get(server.url()))
      #expect(late?.reason == .cancelled)
      #expect(late?.requestMayHaveBeenSent == false)
      await client.shutdown()
    }
  }

  @Test func shuttingDownThatRacesNewRequestsResumesThemAll() async throws {
    try await withServer(answering(ok)) { server, _ in
      for _ in 0..<20 {
        let client = HTTPClient()
        let tasks = (0..<10).map { _ in
          Task {
            let task = Task { await failed(client, get(server.url())) }
            task.cancel()
            return await task.value
          }
        }
        await client.shutdown()
        for task in tasks {
          let reason = await task.value?.reason
          #expect(reason == nil || reason == .cancelled)
        }
      }
    }
  }

  @Test func aClientLetGoClosesItsConnections() async throws {
    try await withServer(answering(ok)) { server, _ in
      let answer = try await fetch(HTTPClient(), get(server.url()))
      #expect(answer.status == 200)
      #expect(server.accepted == 1)
      #expect(await eventually { server.openConnections == 0 })
    }
  }
}
