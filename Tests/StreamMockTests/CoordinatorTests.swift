import Clocks
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import StreamMock

@Suite("The coordinator's WebSocket")
struct CoordinatorTests {
  @Test("a user is welcomed and made", arguments: ["/video/connect", "/api/v2/connect"])
  func welcome(_ path: String) async throws {
    try await CoordinatorClient.running { bench in
      let (_, first) = try await bench.connect(
        "martin", path: path, details: ["id": "martin", "name": "Martin", "custom": ["a": 1]])
      #expect(first["type"] == "connection.ok")
      #expect(first["connection_id"]?.stringValue?.utf8.count == 36)
      #expect(first["created_at"]?.stringValue?.hasSuffix("Z") == true)
      #expect(first["me"]?["name"] == "Martin")
      let again = try await bench.connect("martin", path: path)
      #expect(again.first["me"]?["custom"]?["a"] == 1)
      // Somebody nobody made could not do this.
      let join = try await bench.send(
        "POST", "/video/call/default/new/join", ["location": "ams", "create": true], token: bench.vendor.user("martin"))
      #expect(join.status == 201)
    }
  }

  @Test("whoever may not connect is told why, and whether coming again is any use")
  func refusals() async throws {
    try await CoordinatorClient.running { bench in
      let now = bench.vendor.now
      let old = bench.vendor.token(["user_id": "a", "exp": .integer(now - 1)])
      let cases: [(message: JSON, code: Int64, close: UInt16)] = [
        (["token": "x", "user_details": ["id": "a"]], 5, 1000),
        (["token": .string(old), "user_details": ["id": "a"]], 40, 1011),
        (["token": .string(bench.vendor.server), "user_details": ["id": "a"]], 5, 1000),
        (["token": .string(bench.vendor.user("a")), "user_details": ["id": "b"]], 5, 1000),
        (["token": .string(bench.vendor.user("a"))], 4, 1000), (["user_details": ["id": "a"]], 4, 1000),
        ([], 4, 1000),
      ]
      for (message, code, close) in cases {
        let socket = try await bench.open()
        await socket.say(message)
        let frame = await socket.frame()
        #expect(frame?["type"] == "connection.error")
        #expect(frame?["connection_id"] == "")
        #expect(frame?["error"]?["code"]?.integerValue == code, "\(message)")
        #expect(await socket.frame() == nil)
        #expect(socket.closure?.code == close, "\(message)")
      }
      let stranger = try await bench.open(query: "api_key=other")
      #expect(await stranger.frame()?["error"]?["code"]?.integerValue == 2)
    }
  }

  @Test("errors may come in the edge's shape")
  func bareErrors() async throws {
    try await CoordinatorClient.running({ $0.socketErrorsAreBare = true }) { bench in
      let (_, first) = try await bench.connect("a", token: "x")
      #expect(first["type"] == nil)
      #expect(first["error"]?["code"]?.integerValue == 5)
    }
  }

  @Test(
    "keep-alives of every client are answered",
    arguments: [
      #"[{"type":"health.check","client_id":"a--1"}]"#, #"{"type":"health.check","client_id":"x"}"#,
    ])
  func keepAlive(_ text: String) async throws {
    try await CoordinatorClient.running { bench in
      let (socket, id) = try await bench.welcome("a")
      await socket.send(WebSocketMessage("not even JSON"))
      await socket.send(WebSocketMessage(text))
      let answer = await socket.frame()
      #expect(answer?["type"] == "health.check")
      #expect(answer?["connection_id"]?.stringValue == id)
    }
  }

  @Test("one too many connections of a user are refused, another user's are not")
  func limit() async throws {
    try await CoordinatorClient.running({ $0.maximumSocketsPerUser = 1 }) { bench in
      let first = try await bench.welcome("a")
      let second = try await bench.connect("a")
      #expect(second.first["error"]?["code"]?.integerValue == 71)
      #expect(try await bench.connect("b").first["type"] == "connection.ok")
      await first.socket.close()
      let isFree = await eventually { (try? await bench.connect("a").first["type"]) == "connection.ok" }
      #expect(isFree)
    }
  }

  @Test("a connection hears of a call once it watches it, by whichever request")
  func watching() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.call("c")
      let subscriptions: [(method: String, path: String, body: JSON?)] = [
        ("GET", "/video/call/default/c", nil), ("POST", "/video/call/default/c", [:]),
        ("POST", "/video/call/default/c/join", ["location": "ams"]),
        ("POST", "/video/calls", ["watch": true, "filter_conditions": ["cid": ["$in": ["default:c"]]]]),
      ]
      let deaf = try await bench.welcome("deaf")
      for (index, subscription) in subscriptions.enumerated() {
        let (socket, id) = try await bench.welcome("user\(index)")
        let answer = try await bench.send(
          subscription.method, subscription.path, subscription.body, token: bench.vendor.user("user\(index)"),
          connection: id)
        #expect((200..<300).contains(answer.status))
        try await bench.send("PATCH", "/api/v2/video/call/default/c", ["custom": ["n": .int(index)]])
        let event = await socket.frame()
        #expect(event?["type"] == "call.updated")
        #expect(event?["call"]?["custom"]?["n"]?.integerValue == Int64(index))
        #expect(event?["call"]?["created_at"]?.stringValue != nil)
      }
      await deaf.socket.say(["type": "health.check"])
      #expect(await deaf.socket.frame()?["type"] == "health.check")
    }
  }

  @Test("asking for calls without watching subscribes nothing, and nobody subscribes another's connection")
  func notWatching() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.call("c")
      let (socket, id) = try await bench.welcome("a")
      let filter: JSON = ["cid": "default:c"]
      let plain = try await bench.send(
        "POST", "/video/calls", ["filter_conditions": filter], token: bench.vendor.user("a"), connection: id)
      #expect(plain.status == 201)
      let foreign = try await bench.send(
        "GET", "/video/call/default/c", token: bench.vendor.user("host"), connection: id)
      #expect(foreign.json["code"]?.integerValue == 46)
      let unknown = try await bench.send(
        "GET", "/video/call/default/c", token: bench.vendor.user("a"), connection: "nobody")
      #expect(unknown.json["code"]?.integerValue == 46)
      try await bench.send("PATCH", "/api/v2/video/call/default/c", ["custom": [:]])
      await socket.say(["type": "health.check"])
      #expect(await socket.frame()?["type"] == "health.check")
    }
  }

  @Test(
    "what is for members reaches members who do not watch, and not watchers who are none", arguments: [false, true])
  func members(_ watchersHear: Bool) async throws {
    try await CoordinatorClient.running({ $0.watchersHearMemberEvents = watchersHear }) { bench in
      try await bench.call("c", members: ["mia"])
      let (member, _) = try await bench.welcome("mia")
      let (watcher, id) = try await bench.welcome("wes")
      try await bench.send("GET", "/video/call/default/c", token: bench.vendor.user("wes"), connection: id)
      try await bench.send("POST", "/api/v2/video/call/default/c/event", ["user_id": "mia", "custom": ["x": 1]])
      #expect(await member.frame()?["type"] == "custom")
      #expect(await watcher.frame()?["type"] == "custom")
      try await bench.send("POST", "/api/v2/video/call/default/c/mark_ended")
      #expect(await member.frame()?["type"] == "call.ended")
      await watcher.say(["type": "health.check"])
      #expect(await watcher.frame()?["type"]?.stringValue == (watchersHear ? "call.ended" : "health.check"))
    }
  }

  @Test("a call token confines what its connection hears")
  func scope() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.call("c", members: ["mia"])
      try await bench.call("d", members: ["mia"])
      let (socket, _) = try await bench.welcome("mia", token: bench.vendor.user("mia", cids: ["default:d"]))
      for call in ["c", "d"] {
        try await bench.send("POST", "/api/v2/video/call/default/\(call)/event", ["user_id": "mia", "custom": [:]])
      }
      #expect(await socket.frame()?["call_cid"] == "default:d")
    }
  }

  @Test("a connection ends with its token: code 40, and coming again helps", arguments: [true, false])
  func expiry(_ closes: Bool) async throws {
    try await CoordinatorClient.running({ $0.expiredTokensCloseSockets = closes }) { bench in
      let (socket, _) = try await bench.welcome("a")
      await bench.time.advance(by: .seconds(3601))
      await socket.say(["type": "health.check"])
      let frames = await [socket.frame(), closes ? socket.frame() : .null]
      #expect(frames.contains { $0?["type"]?.stringValue == (closes ? "connection.error" : "health.check") })
      if !closes { return }
      while await socket.receive() != nil {}
      #expect(socket.closure?.code == 1011)
      #expect(try await bench.send("GET", "/_mock/sockets").json["items"]?.arrayValue?.isEmpty == true)
    }
  }

  @Test("watches are lost with the connection")
  func reconnect() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.call("c")
      let (first, id) = try await bench.welcome("a")
      try await bench.send("GET", "/video/call/default/c", token: bench.vendor.user("a"), connection: id)
      #expect(
        try await bench.send("GET", "/_mock/sockets").json["items"]?.arrayValue?.first?["watching"] == ["default:c"])
      try await bench.send("POST", "/_mock/sockets/close", ["code": 1001, "reason": "restart"])
      #expect(await first.frame() == nil)
      #expect(first.closure == WebSocketClosure(.peer, code: 1001, reason: "restart"))
      let (second, other) = try await bench.welcome("a")
      #expect(other != id)
      try await bench.send("PATCH", "/api/v2/video/call/default/c", ["custom": [:]])
      await second.say(["type": "health.check"])
      #expect(await second.frame()?["type"] == "health.check")
    }
  }

  @Test("a silent network says nothing, and speaks again")
  func silence() async throws {
    try await CoordinatorClient.running { bench in
      let (socket, _) = try await bench.welcome("a")
      try await bench.send("POST", "/_mock/sockets/silence", [:])
      await socket.say(["type": "health.check", "client_id": "lost"])
      // Answered in order: what was said in silence has been heard once this is known.
      let other = try await bench.welcome("b")
      await other.socket.close()
      try await bench.send("POST", "/_mock/sockets/silence", ["on": false])
      try await bench.send("POST", "/_mock/sockets/send", ["text": "{\"type\":\"odd\"}"])
      #expect(await socket.frame()?["type"] != nil)
      #expect(try await bench.send("POST", "/_mock/sockets/silence", ["off": true]).status == 400)
      #expect(try await bench.send("POST", "/_mock/sockets/burn", [:]).status == 404)
    }
  }
}
