import Clocks
import JSONCoding
import MeetingCore
import ProgramTesting
import StreamMock
import Synchronization
import Testing

@testable import StreamAdapter

@Suite("A client in trouble")
struct TroubleTests {
  private static let faults: [(fault: JSON, kind: StreamVideoError.Kind, status: Int?)] = [
    (["kind": "http_status", "status": 500], .unavailable, 500),
    (["kind": "http_status", "status": 503, "headers": ["Retry-After": "7"]], .unavailable, 503),
    (["kind": "rate_limit", "retry_after": "seconds", "seconds": 7], .rateLimited(retryAfter: .seconds(7)), 429),
    (["kind": "html_error"], .unavailable, 502), (["kind": "malformed_json"], .badResponse, 200),
    (["kind": "empty_body"], .badResponse, 200), (["kind": "truncate", "bytes": 20], .badResponse, nil),
    (["kind": "lost_reply"], .unavailable, nil), (["kind": "hang"], .timeout, nil),
  ]

  @Test("every way in which an answer goes wrong is a kind of error, and the next answer is as good as ever")
  func answers() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client(User(id: "martin"), requestTimeout: .milliseconds(500))
      let call = client.call(callType: "default", callId: "c")
      try await call.create(custom: ["title": "a"])
      let token = client.core.parts.tokens.held.rawValue
      for (fault, kind, status) in Self.faults {
        // A connection that dies without an answer may have died before: a read is sent once more.
        try await bench.control("POST", "faults", ["match": ["operation": "GetCall"], "times": 2, "fault": fault])
        let error = await refusal { () throws(StreamVideoError) in try await call.get() }
        try await bench.control("DELETE", "faults")
        #expect(error?.kind == kind, "\(fault)")
        #expect(error?.status == status, "\(fault)")
        #expect(error?.operation == "GetCall")
        #expect(error?.description.contains(token) == false)
        #expect(try await call.get().custom["title"] == "a")
      }
    }
  }

  @Test(
    "what an answer lacks is not known, and breaks nothing",
    arguments: [
      "/call", "/members", "/own_capabilities", "/call/session", "/call/custom", "/call/settings", "/call/egress",
      "/call/created_by", "/call/session/participants", "/call/session/participants/0/user",
    ])
  func holes(_ pointer: String) async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      try await call.update(custom: ["title": "a"])
      for kind in ["null_field", "missing_field"] {
        let fault: JSON = ["kind": .string(kind), "pointer": .string(pointer)]
        try await bench.control("POST", "faults", ["match": ["operation": "GetCall"], "fault": fault])
        let snapshot = try await call.get()
        #expect(snapshot.custom["title"] == "a")
        #expect(snapshot.participants.map(\.userId) == ["martin"])
        #expect(!snapshot.backstage)
      }
    }
  }

  @Test("a join without a way to the media side is no join", arguments: ["/credentials", "/credentials/token"])
  func noCredentials(_ pointer: String) async throws {
    try await ClientBench.running { bench in
      let call = try bench.client("martin").call(callType: "default", callId: "c")
      let fault: JSON = ["kind": "missing_field", "pointer": .string(pointer)]
      try await bench.control("POST", "faults", ["match": ["operation": "JoinCall"], "fault": fault])
      let error = await refusal { () throws(StreamVideoError) in try await call.join(create: true) }
      #expect(error?.kind == .badResponse)
      #expect(!call.state.isJoined)
      try await call.join()
      #expect(call.state.isJoined)
    }
  }

  @Test("a request is given up when nobody waits for it")
  func cancelled() async throws {
    try await ClientBench.running { bench in
      let call = try bench.client("martin").call(callType: "default", callId: "c")
      try await call.create()
      try await bench.control("POST", "faults", ["match": ["operation": "GetCall"], "fault": ["kind": "hang"]])
      let waiting = Task { await refusal { () throws(StreamVideoError) in try await call.get() } }
      #expect(try await eventually { try await bench.count(of: "GetCall") == 1 })
      waiting.cancel()
      #expect(await waiting.value?.kind == .cancelled)
    }
  }

  @Test("a token that is over is renewed once for all requests that find it so, without a new connection")
  func tokenOver() async throws {
    let time = ManualTime()
    try await ClientBench.running(time: time, mock: { $0.expiredTokensCloseSockets = false }) { bench in
      let asked = Mutex(0)
      let client = try bench.client(
        User(id: "martin"), token: try bench.token("martin", seconds: 10),
        provider: {
          asked.withLock { $0 += 1 }
          return try bench.token("martin")
        })
      let call = client.call(callType: "default", callId: "c")
      try await call.create()
      let before = client.core.keeper.connection
      await time.advance(by: .seconds(11))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { try await call.get() } }
        try await group.waitForAll()
      }
      #expect(asked.withLock { $0 } == 1)
      #expect(client.core.keeper.connection == before)
    }
  }

  @Test("more calls than fit into one request are all followed again")
  func manyCalls() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client("martin")
      var calls: [Call] = []
      for number in 0..<150 {
        let call = client.call(callType: "default", callId: "c\(number)")
        try await call.create()
        calls.append(call)
      }
      try await bench.control("POST", "sockets/close")
      #expect(
        try await eventually {
          try await bench.sockets().first?["watching"]?.arrayValue?.count == calls.count
        })
    }
  }

  @Test("following again is tried until it works")
  func followAgainFails() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      try await bench.control(
        "POST", "faults",
        ["match": ["operation": "QueryCalls"], "times": 2, "fault": ["kind": "http_status", "status": 500]])
      let before = call.core.keeper.connection
      try await bench.control("POST", "sockets/close")
      #expect(await eventually { call.core.keeper.connection != before })
      try await bench.server("PATCH", "/video/call/audio_room/room", ["custom": ["title": "meanwhile"]])
      #expect(await eventually(within: .seconds(15)) { call.state.custom["title"] == "meanwhile" })
    }
  }

  @Test("somebody sent out who is back is not sent out again by what is told late")
  func lateNews() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let listener = try await bench.join("ann")
      func kicked(at time: String) -> JSON {
        let event: JSON = [
          "type": "call.kicked_user", "call_cid": "audio_room:room", "user": ["id": "ann"], "created_at": .string(time),
        ]
        return ["text": .string(event.text())]
      }
      var events = listener.subscribe().makeAsyncIterator()
      try await bench.control("POST", "sockets/send", kicked(at: "2020-01-01T00:00:00Z"))
      while let event = await events.next(), event.type != "call.kicked_user" {}
      try await call.sendCustomEvent(["still": "here"])
      while let event = await events.next(), event.type != "custom" {}
      #expect(listener.state.isJoined)
      try await bench.control("POST", "sockets/send", kicked(at: "2100-01-01T00:00:00Z"))
      #expect(await eventually { !listener.state.isJoined })
      #expect(call.state.isJoined)
    }
  }

  @Test("a way back that the service refuses is not looked for any longer")
  func refusedComingBack() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let listener = try await bench.join("ann")
      let own = try #require(listener.state.localParticipant?.sessionId)
      try await bench.control(
        "POST", "faults",
        ["match": ["operation": "JoinCall"], "times": 1, "fault": ["kind": "http_status", "status": 500]])
      try await bench.control("POST", "media/close", ["session_id": .string(own)])
      #expect(
        await eventually(within: .seconds(10)) {
          listener.state.isJoined && listener.state.reconnectionStatus == .connected
        })
      try await call.stopLive()
      #expect(await eventually { !listener.state.isJoined })
      #expect(listener.state.reconnectionStatus == .disconnected)
      #expect(listener.microphone.status == .disabled)
    }
  }
}
