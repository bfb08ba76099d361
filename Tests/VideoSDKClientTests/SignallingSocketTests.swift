import Clocks
import HTTPTypes
import JSONCoding
import MeetingCore
import ProgramTesting
import Testing
import WebSocket

@testable import VideoSDKAdapter

@Suite("A connection to the signalling")
struct SignallingSocketTests {
  private static let short = SignallingPatience(
    request: .milliseconds(150), join: .milliseconds(300), lobby: .milliseconds(300))

  /// Runs a socket, with its news, until `body` is done; it must come to its end then.
  private func running(
    _ socket: SignallingSocket, _ body: (AsyncStream<SignallingNews>) async throws -> Void
  ) async throws -> SignallingEnd? {
    let work = Task { await socket.run() }
    do { try await body(socket.news) } catch {
      work.cancel()
      await work.value
      throw error
    }
    socket.leave()
    await work.value
    var end: SignallingEnd?
    for await last in socket.news { if case .ended(let how) = last { end = how } }
    return end
  }

  private func entry(_ news: AsyncStream<SignallingNews>) async throws -> SignallingEntry {
    for await next in news { if case .joined(let entry) = next { return entry } }
    throw Failure("not joined")
  }

  private func failure<Value>(_ body: () async throws(ProviderFailure) -> Value) async throws -> ProviderFailure {
    do throws(ProviderFailure) { _ = try await body() } catch { return error }
    throw Failure("it worked")
  }

  @Test("asks for the room's server with the bare token, speaks protoo there, and leaves with a goodbye")
  func wholeWay() async throws {
    try await ScriptedService.running([
      { line in
        await line.serve(peers: [["id": "ana", "displayName": "Ana"]])
      }
    ]) { service in
      let socket = try await SignallingSocket.open(service.door(), as: service.identity(mode: .receiveOnly))
      let end = try await running(socket) { news in
        let entry = try await entry(news)
        #expect(entry.session == "session-1" && entry.peers.map(\.id) == ["ana"])
        #expect(try await socket.request(.remove("ana")) == [:])
      }
      #expect(end == .left)
      #expect(await eventually { service.closures.map(\.code) == [1000] })
      let asked = service.requests
      #expect(asked.map(\.head.path) == ["/infra/v1/meetings/server-init-config", "/"])
      #expect(asked[0].head.fields["Authorization"] == ScriptedService.token)
      #expect(try JSON.parse(asked[0].body, mode: .strict) == ["roomId": "abcd-efgh-ijkl"])
      #expect(asked[1].head.fields["Sec-WebSocket-Protocol"] == "protoo")
      let query = try #require(QueryParameters(asked[1].head.query))
      #expect(query["roomId"] == "abcd-efgh-ijkl" && query["peerId"] == "me" && query["peerType"] == "normal")
      #expect(query["mode"] == "RECV_ONLY" && query["secret"] == ScriptedService.token)
    }
  }

  @Test(
    "no server for the room is a failure before any socket, and shows no token",
    arguments: [
      (400, ["code": 4001, "error": .string("the token \(ScriptedService.token) is over")], .credentials),
      (404, ["error": "no such meeting"], .notFound), (500, [:], .unavailable),
      (200, ["data": [:]], .badResponse(pointer: "/data/baseUrl")),
      (200, "nothing", .badResponse(pointer: "/data/baseUrl")), (429, [:], .rateLimited(retryAfter: nil)),
    ] as [(Int, JSON, ProviderFailure.Reason)])
  func noServer(_ status: Int, _ body: JSON, _ reason: ProviderFailure.Reason) async throws {
    try await ScriptedService.running([{ _ in }], answering: ScriptedService.json(body, status: status)) { service in
      let failure = try await failure { () throws(ProviderFailure) in
        try await SignallingSocket.open(service.door(), as: service.identity())
      }
      #expect(failure.reason == reason && failure.operation == "serverInitConfig")
      #expect(!"\(failure)".contains(ScriptedService.token))
      #expect(service.connected == 0)
    }
  }

  @Test("a page instead of an answer, or nobody there")
  func nobody() async throws {
    let page = HTTPResponse(status: 502, body: .bytes(Array("<html>Bad gateway</html>".utf8)))
    try await ScriptedService.running([{ _ in }], answering: page) { service in
      let failure = try await failure { () throws(ProviderFailure) in
        try await SignallingSocket.open(service.door(), as: service.identity())
      }
      #expect(failure.reason == .unavailable)
      service.answer(ScriptedService.json(["data": ["signalingUrl": "ws://127.0.0.1:1"]]))
      let refused = try await self.failure { () throws(ProviderFailure) in
        try await SignallingSocket.open(service.door(), as: service.identity())
      }
      #expect(refused.reason == .unavailable && !"\(refused)".contains(ScriptedService.token))
    }
  }

  @Test("a room that says nothing fails within our own deadline")
  func silence() async throws {
    try await ScriptedService.running([
      { line in
        while await line.next() != nil {}
      }
    ]) { service in
      let socket = try await SignallingSocket.open(service.door(Self.short), as: service.identity())
      let began = ContinuousClock.now
      await socket.run()
      #expect(ContinuousClock.now - began < .seconds(8))
      var told: [SignallingNews] = []
      for await news in socket.news { told.append(news) }
      guard case .ended(.refused(let failure))? = told.first else { throw Failure("not refused") }
      #expect(failure.reason == .timeout && told.count == 1)
    }
  }

  @Test("what is not answered in time fails, and a late answer disturbs nobody")
  func late() async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn()
        guard case .request(let id, _, _)? = await line.next() else { return }
        // The next one comes once the client has given up.
        guard case .request(let second, _, _)? = await line.next() else { return }
        await line.send(.accepted(id: id, data: ["late": true]))
        await line.send(.accepted(id: second, data: ["late": false]))
      }
    ]) { service in
      let socket = try await SignallingSocket.open(service.door(), as: service.identity())
      _ = try await running(socket) { news in
        _ = try await entry(news)
        let failure = try await failure { () throws(ProviderFailure) in
          try await socket.request(.remove("ana"), within: .milliseconds(30))
        }
        #expect(failure.reason == .timeout && failure.executed == .maybe && failure.operation == "removePeer")
        #expect(try await socket.request(.remove("leo")) == ["late": false])
      }
    }
  }

  @Test("a connection that breaks under a request")
  func dropped() async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn()
        _ = await line.next()
        await line.connection.close(1011)
      }
    ]) { service in
      let socket = try await SignallingSocket.open(service.door(), as: service.identity())
      let end = try await running(socket) { news in
        _ = try await entry(news)
        let failure = try await failure { () throws(ProviderFailure) in try await socket.request(.closeRoom) }
        #expect(failure.reason == .unavailable && failure.executed == .maybe)
        let after = try await self.failure { () throws(ProviderFailure) in try await socket.request(.closeRoom) }
        #expect(after.executed == .no)
      }
      guard case .lost? = end else { throw Failure("\(String(describing: end))") }
    }
  }

  @Test("garbage of every kind is passed over")
  func garbage() async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn()
        for text in ["", "{", "[1]", "null", #"{"response":true,"id":99,"ok":true}"#, #"{"notification":true}"#] {
          await line.say(text)
        }
        await line.connection.send(.binary([0, 1, 2]))
        await line.tell("newPeer", ["displayName": "nobody"])
        await line.tell("newPeer", ["id": "ana"])
      }
    ]) { service in
      let socket = try await SignallingSocket.open(service.door(), as: service.identity())
      let end = try await running(socket) { news in
        _ = try await entry(news)
        for await next in news {
          guard case .entryResponded = next else {
            #expect(next == .peerJoined(SignallingPeer(id: "ana", displayName: "")))
            return
          }
        }
      }
      #expect(end == .left)
    }
  }

  @Test("the service's questions are answered, and being sent away is not")
  func questions() async throws {
    let answers = AsyncStream.makeStream(of: ProtooFrame.self)
    try await ScriptedService.running([
      { line in
        await line.letIn()
        for (index, method) in ["enableMic", "enabledMic", "disableMic", "statsData", "close"].enumerated() {
          await line.ask(method, ["peerId": "ana"], id: Int64(index))
        }
        while let frame = await line.next() { answers.continuation.yield(frame) }
        answers.continuation.finish()
      }
    ]) { service in
      let socket = try await SignallingSocket.open(service.door(), as: service.identity())
      let end = try await running(socket) { news in
        for await next in news {
          if case .ended(let end) = next { return #expect(end == .dismissed(.unsaid)) }
        }
      }
      #expect(end == nil, "there is one end")
      var got: [ProtooFrame] = []
      for await frame in answers.stream { got.append(frame) }
      #expect(
        got.compactMap { frame -> Int64? in if case .accepted(let id, _) = frame { id } else { nil } } == [0, 1, 2, 3])
      #expect(await eventually { service.closures.map(\.code) == [1000] })
    }
  }

  @Test("who gives up waiting waits no longer")
  func cancelledRequest() async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn()
        while await line.next() != nil {}
      }
    ]) { service in
      let socket = try await SignallingSocket.open(service.door(), as: service.identity())
      _ = try await running(socket) { news in
        _ = try await entry(news)
        for _ in 0..<50 {
          let waiting = Task {
            try await failure { () throws(ProviderFailure) in try await socket.request(.closeRoom) }
          }
          waiting.cancel()
          #expect(try await waiting.value.reason == .cancelled)
        }
      }
    }
  }

  @Test("whose task is cancelled leaves, whatever they wait for")
  func cancelledRun() async throws {
    try await ScriptedService.running([
      { line in
        while await line.next() != nil {}
      }
    ]) { service in
      let socket = try await SignallingSocket.open(service.door(), as: service.identity())
      let work = Task { await socket.run() }
      #expect(await eventually { service.open == 1 })
      work.cancel()
      await work.value
      #expect(await eventually { service.open == 0 })
    }
  }

  @Test("who does not read what is told loses the connection instead of filling the memory")
  func overrun() async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn()
        for number in 0..<6_000 { await line.tell("activeSpeaker", ["peerId": .string(String(number))]) }
      }
    ]) { service in
      let socket = try await SignallingSocket.open(service.door(), as: service.identity())
      await socket.run()
      var (count, end) = (0, SignallingEnd?.none)
      for await news in socket.news {
        count += 1
        if case .ended(let how) = news { end = how }
      }
      #expect(count == 4_096)
      guard case .lost(let failure)? = end else { throw Failure("\(String(describing: end))") }
      #expect(failure.vendorMessage?.text == "more came than was read")
    }
  }
}
