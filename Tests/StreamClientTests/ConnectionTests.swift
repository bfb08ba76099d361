import ClientSupport
import Clocks
import JSONCoding
import ProgramTesting
import StreamMock
import Synchronization
import Testing

@testable import StreamAdapter

@Suite("A client's connection")
struct ConnectionTests {
  @Test("a user is welcomed, and shown as they say")
  func welcome() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client(
        User(id: "martin", name: "Martin", imageURL: ImageURL(string: "https://a.test/m.png"), custom: ["team": "red"]))
      #expect(client.connectionStatus == .initialized)
      try await client.connect()
      #expect(client.connectionStatus == .connected)
      let payload = #"{"filter_conditions":{"id":"martin"}}"#
      let sockets = try await bench.sockets()
      #expect(sockets.map { $0["user_id"]?.stringValue } == ["martin"])
      let call = try await bench.server("POST", "/video/call/default/x", ["data": ["created_by_id": "martin"]])
      #expect(call["call"]?["created_by"]?["name"] == "Martin", "\(payload)")
      #expect(call["call"]?["created_by"]?["image"] == "https://a.test/m.png")
    }
  }

  @Test("however many connect, there is one connection")
  func once() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client("martin")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { try await client.connect() } }
        try await group.waitForAll()
      }
      try await client.connect()
      #expect(try await bench.sockets().count == 1)
    }
  }

  @Test("key and token of different apps are refused for good, and the token is not told")
  func wrongApp() async throws {
    try await ClientBench.running { bench in
      let token = try bench.token("martin", secret: "another-apps-secret-0123456789abc")
      let client = try bench.client(User(id: "martin"), token: token)
      let error = try #require(await refusal { () throws(StreamVideoError) in try await client.connect() })
      #expect(error.kind == .invalidCredentials)
      #expect(error.code == 5)
      #expect(error.status == 401)
      #expect(error.operation == "WSConnect")
      #expect(client.connectionStatus == .disconnected(error))
      let text = "\(error) \(client.connectionStatus)" + String(reflecting: token)
      #expect(!text.contains(token.rawValue))
      let stranger = try bench.client(User(id: "martin"), apiKey: "unknown")
      #expect(await refusal { () throws(StreamVideoError) in try await stranger.connect() }?.code == 2)
    }
  }

  @Test("a token that is over is told as such where nobody brings another")
  func expired() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client(User(id: "martin"), token: try bench.token("martin", seconds: -10))
      let error = await refusal { () throws(StreamVideoError) in try await client.connect() }
      #expect(error?.kind == .tokenExpired)
      #expect(error?.code == 40)
      #expect(error?.operation == "WSConnect")
    }
  }

  @Test("a provider that fails while the connection is made anew is asked again later")
  func providerFailsOnce() async throws {
    try await ClientBench.running { bench in
      let asked = Mutex(0)
      let fails = Mutex(false)
      let client = try bench.client(
        User(id: "martin"), token: .empty,
        provider: {
          asked.withLock { $0 += 1 }
          if fails.withLock({ $0 }) { throw Failure("not now") }
          return try bench.token("martin")
        })
      try await client.connect()
      client.core.parts.tokens.set(try bench.token("martin", seconds: -1))
      fails.withLock { $0 = true }
      try await bench.control("POST", "sockets/close")
      #expect(await eventually { asked.withLock { $0 } > 2 })
      #expect(client.connectionStatus == .reconnecting)
      fails.withLock { $0 = false }
      #expect(await eventually(within: .seconds(15)) { client.connectionStatus == .connected })
    }
  }

  @Test("a client that is let go of goes by itself, once none of its calls is in use")
  func letGo() async throws {
    try await ClientBench.running { bench in
      var call: Call? = StreamVideo(
        apiKey: bench.mock.apiKey, user: User(id: "martin"), token: try bench.token("martin"),
        options: StreamVideoOptions(baseURL: bench.url)
      ).call(callType: "default", callId: "c")
      try await call?.create()
      #expect(try await bench.sockets().count == 1)
      call = nil
      #expect(try await eventually { try await bench.sockets().isEmpty })
    }
  }

  @Test("a provider is asked once, however many requests wait for its token")
  func provider() async throws {
    try await ClientBench.running { bench in
      let asked = Mutex(0)
      let client = try bench.client(
        User(id: "martin"), token: try bench.token("martin", seconds: -10),
        provider: {
          asked.withLock { $0 += 1 }
          for _ in 0..<100 { await Task.yield() }
          return try bench.token("martin")
        })
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask { try await client.call(callType: "default", callId: "c\(number)").create() }
        }
        try await group.waitForAll()
      }
      #expect(asked.withLock { $0 } == 1)
    }
  }

  @Test("a client without a token fetches one; a provider that fails is told, without its words")
  func providerFails() async throws {
    try await ClientBench.running { bench in
      let fetching = try bench.client(User(id: "ann"), token: .empty, provider: { try bench.token("ann") })
      try await fetching.connect()
      let failing = try bench.client(
        User(id: "ann"), token: .empty, provider: { throw Failure("secret words") })
      let error = await refusal { () throws(StreamVideoError) in try await failing.connect() }
      #expect(error?.kind == .unavailable)
      #expect(error?.description.contains("secret words") == false)
    }
  }

  @Test("a connection whose token is over comes back with a fresh one")
  func expiresMeanwhile() async throws {
    let time = ManualTime()
    try await ClientBench.running(time: time) { bench in
      let asked = Mutex(0)
      let client = try bench.client(
        User(id: "martin"), token: try bench.token("martin", seconds: 60),
        provider: {
          asked.withLock { $0 += 1 }
          return try bench.token("martin")
        })
      try await client.connect()
      let before = client.core.keeper.connection
      #expect(
        await eventually {
          await time.advance(by: .seconds(10))
          return client.core.keeper.connection != nil && client.core.keeper.connection != before
        })
      #expect(asked.withLock { $0 } == 1)
      #expect(client.connectionStatus == .connected)
    }
  }

  @Test("a connection that breaks is made anew, what is followed is followed again and shown as it is by then")
  func comesBack() async throws {
    try await ClientBench.running { bench in
      let (_, hosted) = try await bench.liveRoom()
      let watching = try bench.client("ann")
      let call = watching.call(callType: "audio_room", callId: "room")
      try await call.get()
      let before = watching.core.keeper.connection
      try await bench.control("POST", "sockets/close")
      // Nobody is told of this over a connection that is gone, or everybody is over the new one.
      try await bench.server("PATCH", "/video/call/audio_room/room", ["custom": ["title": "meanwhile"]])
      #expect(await eventually { watching.core.keeper.connection != nil && watching.core.keeper.connection != before })
      #expect(await eventually { call.state.custom["title"]?.stringValue == "meanwhile" })
      #expect(await eventually { hosted.state.custom["title"]?.stringValue == "meanwhile" })
      // And it is told from then on.
      try await bench.server("POST", "/video/call/audio_room/room/stop_live")
      #expect(await eventually { call.state.backstage })
      #expect(call.state.participants.map(\.userId) == ["martin"])
    }
  }

  @Test("the service comes back knowing nothing, and the client with it")
  func restart() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client("martin")
      let call = client.call(callType: "default", callId: "c")
      try await call.create()
      try await bench.restart {
        #expect(await eventually { client.connectionStatus == .reconnecting })
      }
      #expect(await eventually(within: .seconds(20)) { client.connectionStatus == .connected })
      #expect(await refusal { () throws(StreamVideoError) in try await call.get() }?.kind == .notFound)
      #expect(try await call.create().backstage == false)
    }
  }

  @Test("a goodbye with a reason is for good")
  func dismissed() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client("martin")
      try await client.connect()
      try await bench.control("POST", "sockets/close", ["code": 1000, "reason": "go away"])
      #expect(await eventually { if case .disconnected = client.connectionStatus { true } else { false } })
      #expect(try await eventually { try await bench.sockets().isEmpty })
      // Whoever asks again anyway may try.
      try await client.connect()
      #expect(client.connectionStatus == .connected)
    }
  }

  @Test("silence is taken for a loss")
  func silence() async throws {
    let time = ManualTime()
    try await ClientBench.running(time: time) { bench in
      let client = try bench.client("martin")
      try await client.connect()
      let before = client.core.keeper.connection
      // While the service answers, nothing happens.
      for _ in 0..<12 { await time.advance(by: .seconds(10)) }
      try await bench.control("POST", "sockets/silence")
      #expect(
        await eventually {
          await time.advance(by: .seconds(5))
          return client.core.keeper.connection != nil && client.core.keeper.connection != before
        })
      try await bench.control("POST", "sockets/silence", ["on": false])
    }
  }

  @Test("nothing that arrives broken does any harm")
  func garbage() async throws {
    try await ClientBench.running { bench in
      let (client, call) = try await bench.liveRoom()
      let before = client.core.keeper.connection
      for text in [
        "", "[]", "{", "null", #"{"type":"call.updated","call":7,"call_cid":"audio_room:room"}"#,
        #"{"type":"call.session_participant_joined","call_cid":"audio_room:room","participant":[]}"#,
        #"{"type":"event.of.tomorrow","call_cid":"audio_room:room"}"#, #"{"type":"call.ended","call_cid":"no:such"}"#,
        #"{"type":"call.permission_request","call_cid":"audio_room:room","user":{},"permissions":"all"}"#,
      ] {
        try await bench.control("POST", "sockets/send", ["text": .string(text)])
      }
      try await call.sendCustomEvent(["still": "here"])
      #expect(call.state.participants.map(\.userId) == ["martin"])
      #expect(client.core.keeper.connection == before)
    }
  }

  @Test("a connection that is not waited for any more is none")
  func cancelled() async throws {
    try await ClientBench.running { bench in
      let sockets = HangingSockets()
      let client = try bench.client(User(id: "martin"), surroundings: { $0.network = (AnsweringNothing(), sockets) })
      let waiting = Task { await refusal { () throws(StreamVideoError) in try await client.connect() } }
      #expect(await eventually { sockets.count == 1 })
      waiting.cancel()
      #expect(await waiting.value?.kind == .cancelled)
      // Whoever comes next does not get what was given up.
      let next = Task { await refusal { () throws(StreamVideoError) in try await client.connect() } }
      #expect(await eventually { sockets.total == 2 && sockets.count == 1 })
      next.cancel()
      #expect(await next.value?.kind == .cancelled)
      #expect(await eventually { sockets.count == 0 })
      #expect(await eventually { client.connectionStatus == .initialized })
    }
  }

  @Test("a client that goes leaves nothing, ends what waits for news, and may come again")
  func disconnects() async throws {
    try await ClientBench.running { bench in
      let (client, call) = try await bench.liveRoom()
      let states = Task { for await _ in call.state.snapshots() {} }
      let events = Task { for await _ in call.subscribe() {} }
      let everything = Task { for await _ in client.subscribe() {} }
      let microphone = Task { for await _ in call.microphone.statuses() {} }
      #expect(await eventually { call.observerCount == 2 })
      await client.disconnect()
      for task in [states, events, everything, microphone] { await task.value }
      #expect(client.core.parts.work.count == 0)
      #expect(try await eventually { try await bench.sockets().isEmpty })
      #expect(try await bench.devices().isEmpty)
      #expect(client.connectionStatus == .initialized)
      try await call.join()
      #expect(call.state.participants.map(\.userId) == ["martin"])
    }
  }

  @Test("clients come and go, and nothing stays")
  func leaks() async throws {
    try await ClientBench.running { bench in
      _ = try await bench.liveRoom()
      for number in 0..<20 {
        let client = try bench.client("guest\(number)")
        try await client.call(callType: "audio_room", callId: "room").join()
        await client.disconnect()
      }
      #expect(try await eventually { try await bench.sockets().count == 1 })
      #expect(try await bench.devices().count == 1)
    }
  }

  @Test("a window of the service's that is used up is not asked in: the error says when it ends")
  func usedUpWindow() async throws {
    try await ClientBench.running(time: ManualTime(), mock: { $0.userRequestsPerMinute = 2 }) { bench in
      let client = try bench.client("ann")
      try await client.connect()
      let call = client.call(callType: "default", callId: "c")
      for _ in 0..<2 { _ = try await call.create() }
      let error = await refusal { () throws(StreamVideoError) in _ = try await call.create() }
      #expect(error?.kind == .rateLimited(retryAfter: .seconds(60)))
      #expect(try await bench.count(of: "GetOrCreateCall") == 2)
    }
  }
}
