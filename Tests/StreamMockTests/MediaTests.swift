import Clocks
import Cryptography
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import StreamMock

@Suite("The media server's socket")
struct MediaTests {
  @Test("a join leads to the mock's own socket, whose welcome says who is there")
  func welcome() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob")
      let credentials = try await bench.credentials("ann")
      #expect(
        credentials["server"]?["ws_endpoint"]?.stringValue
          == "ws\(bench.mock.url.dropFirst(4))/media/connect?framing=json")
      let ann = try await bench.enter(credentials, session: "a")
      #expect(ann.first["type"] == "JoinResponse")
      #expect(ann.first["reconnected"] == false)
      #expect(ann.participants.map { $0["session_id"] } == ["a"])
      #expect(ann.participants.first?["name"] == "ANN")
      #expect(ann.participants.first?["published_tracks"] == [])
      #expect(ann.first["call_state"]?["participant_count"] == ["total": 1, "anonymous": 0])
      #expect(try await bench.inside() == ["a"])
      let bob = try await bench.device("bob", session: "b")
      #expect(bob.participants.compactMap { $0["session_id"]?.stringValue } == ["b", "a"])
      let joined = await ann.news()
      #expect(joined.types == ["ParticipantJoined"])
      #expect(joined.first?["participant"]?["user_id"] == "bob")
      #expect(await ann.counts() == ["total": 2, "anonymous": 0])
    }
  }

  @Test("without a name to be reached by, or switched off, a join shows a host of the vendor's look")
  func vendorLook() async throws {
    let vendor = TestVendor()
    await vendor.users("ann")
    await vendor.room()
    await vendor.send("POST", vendor.path("audio_room:r") + "/go_live")
    let join = await vendor.send(
      "POST", "/video/call/audio_room/r/join", ["location": "ams"], token: vendor.user("ann"))
    #expect(join["credentials", "server", "ws_endpoint"]?.stringValue?.hasSuffix(".stream-io-video.com/ws") == true)
    try await CoordinatorClient.running({ $0.servesMedia = false }) { bench in
      try await bench.meeting("ann")
      let endpoint = try await bench.credentials("ann")["server"]?["ws_endpoint"]?.stringValue
      #expect(endpoint?.hasPrefix("wss://sfu-mock-") == true)
    }
  }

  @Test("a media token is the vendor's own, good for six hours, one server and one session")
  func tokens() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob")
      let credentials = try await bench.credentials("ann")
      let token = credentials["token"]?.stringValue ?? ""
      let claims = JWT.unverifiedClaims(token)
      #expect(claims?["app_id"] == "mockstreamkey" && claims?["call_id"] == "default:c" && claims?["user"] == "ann")
      #expect(claims?["exp"]?.integerValue == bench.vendor.now + 21_600)
      let user = try await bench.send("GET", "/video/call/default/c", token: token)
      #expect(user.json["code"]?.integerValue == 5)

      func refusal(_ token: String, session: String = "x") async throws -> String? {
        var forged = credentials.objectValue ?? JSONObject()
        forged["token"] = .string(token)
        return try await bench.enter(.object(forged), session: session).refusal
      }
      for bad in ["", "x.y.z", bench.vendor.user("ann"), String(token.dropLast()) + (token.hasSuffix("A") ? "B" : "A")]
      {
        #expect(try await refusal(bad) == "UNAUTHENTICATED")
      }
      let other = try JWT.sign(
        claims: .object(changed(claims, "aud", "sfu.elsewhere")),
        secret: StreamMediaToken.secret(of: bench.mock.mock.configuration.accounts[0]))
      #expect(try await refusal(other) == "UNAUTHENTICATED")
      #expect(try await refusal(token, session: "") == "REQUEST_VALIDATION_FAILED")
      #expect(try await refusal(token, session: String(repeating: "s", count: 65)) == "REQUEST_VALIDATION_FAILED")
      #expect(try await bench.inside().isEmpty)
      await bench.time.advance(by: .seconds(21_601))
      #expect(try await refusal(token) == "UNAUTHENTICATED")
    }
  }

  private func changed(_ claims: JSON?, _ name: String, _ value: JSON) -> JSONObject {
    var object = claims?.objectValue ?? JSONObject()
    object[name] = value
    return object
  }

  @Test("what is no join is refused, and the connection ends")
  func noJoin() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann")
      let endpoint = try await bench.credentials("ann")["server"]?["ws_endpoint"]?.stringValue ?? ""
      for text in ["", "[]", "{\"type\":\"HealthCheckRequest\"}", "not JSON"] {
        let socket = try await bench.open(at: endpoint)
        await socket.send(WebSocketMessage(text))
        #expect(await socket.frame()?["error"]?["code"]?.stringValue?.isEmpty == false)
        #expect(await socket.frame() == nil)
        #expect(socket.closure?.code == 1008)
      }
    }
  }

  @Test("a token opens nothing once the call has ended, its session is over, or the person is blocked")
  func tooLate() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob")
      let (ann, bob) = (try await bench.credentials("ann"), try await bench.credentials("bob"))
      try await bench.send("POST", "/api/v2/video/call/default/c/block", ["user_id": "bob"])
      #expect(try await bench.enter(bob, session: "b").refusal == "PERMISSION_DENIED")
      let first = try await bench.enter(ann, session: "a")
      await first.say(["type": "LeaveCallRequest"])
      while await first.socket.receive() != nil {}
      await bench.time.advance(by: .seconds(31))
      #expect(try await bench.enter(ann, session: "a2").refusal == "CALL_NOT_FOUND")
      let again = try await bench.credentials("ann")
      try await bench.send("POST", "/api/v2/video/call/default/c/mark_ended")
      // People may join the default type's ended calls; this one is thrown away and made anew under its name.
      #expect(try await bench.enter(again, session: "a3").first["type"] == "JoinResponse")
      try await bench.send("POST", "/api/v2/video/call/default/c/delete", ["hard": true])
      try await bench.meeting("ann", "bob")
      #expect(try await bench.enter(again, session: "a4").refusal == "CALL_NOT_FOUND")
    }
  }

  @Test("one too many is refused at the media server")
  func full() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob", settings: ["limits": ["max_participants": 1]])
      let ann = try await bench.device("ann")
      let bob = try await bench.device("bob")
      #expect(bob.refusal == "CALL_PARTICIPANT_LIMIT_REACHED")
      #expect(await bob.socket.frame() == nil)
      #expect(bob.socket.closure?.code == 1011)
      await ann.say(["type": "LeaveCallRequest"])
      while await ann.socket.receive() != nil {}
      #expect(try await bench.device("bob", session: "b2").refusal == nil)
    }
  }

  @Test("a device that is lost may come back for a while; then it has left")
  func grace() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob")
      let (ann, bob) = (try await bench.device("ann"), try await bench.device("bob"))
      await ann.mute("audio", false)
      _ = await bob.news()
      await ann.socket.close()
      #expect(await eventually { (try? await bench.connections().count) == 1 })
      let again = try await bench.device("ann")
      #expect(again.first["reconnected"] == true)
      #expect(again.participants.first?["published_tracks"] == ["audio"])
      #expect(await bob.news().isEmpty)
      await again.socket.close()
      #expect(await eventually { (try? await bench.connections().count) == 1 })
      await bench.time.advance(by: .seconds(11))
      #expect(await bob.news().types == ["ParticipantLeft"])
      #expect(try await bench.inside() == ["bob-1"])
      #expect(try await bench.device("ann").refusal == "PARTICIPANT_NOT_FOUND")
      #expect(try await bench.device("ann", session: "ann-2").refusal == nil)
    }
  }

  @Test("the same device from elsewhere takes over; somebody else's id does not")
  func takingOver() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob")
      let ann = try await bench.device("ann")
      #expect(try await bench.device("bob", session: "ann-1").refusal == "PERMISSION_DENIED")
      let second = try await bench.device("ann")
      while await ann.socket.receive() != nil {}
      #expect(ann.socket.closure?.code == 1008)
      #expect(await second.counts() == ["total": 1, "anonymous": 0])
      await bench.time.advance(by: .seconds(20))
      #expect(await second.counts() == ["total": 1, "anonymous": 0])
    }
  }

  @Test("two devices of one person are two; the anonymous are counted and not seen")
  func counting() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", type: "audio_room")
      try await bench.send("POST", "/api/v2/video/call/audio_room/c/go_live", [:])
      let first = try await bench.device("ann", type: "audio_room", session: "phone")
      _ = try await bench.device("ann", type: "audio_room", session: "tablet")
      let token = bench.vendor.token([
        "user_id": "!anon", "call_cids": ["audio_room:c"], "role": "viewer",
      ])
      let nobody = try await bench.enter(
        try await bench.anonymousCredentials(token, type: "audio_room"), session: "somewhere")
      #expect(nobody.participants.count == 2)
      #expect(await first.news().types == ["ParticipantJoined"])
      #expect(await first.counts() == ["total": 2, "anonymous": 1])
      #expect(await nobody.mute("audio", false).last?["error"]?["code"] == "PERMISSION_DENIED")
      await nobody.say(["type": "LeaveCallRequest"])
      while await nobody.socket.receive() != nil {}
      #expect(await first.news().isEmpty)
    }
  }

  @Test("nonsense is objected to and passed over")
  func nonsense() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann")
      let ann = try await bench.device("ann")
      for text in ["", "{}", "[1]", "{\"type\":\"Dance\"}"] {
        await ann.socket.send(WebSocketMessage(text))
        #expect(await ann.socket.frame()?["error"]?["code"] == "REQUEST_VALIDATION_FAILED")
      }
      await ann.say(["type": "UpdateMuteStates", "request_id": 1, "mute_states": []])
      #expect(await ann.socket.frame()?["error"]?["code"] == "REQUEST_VALIDATION_FAILED")
      #expect(await ann.counts() == ["total": 1, "anonymous": 0])
    }
  }

  @Test("the control plane sends goodbyes, words and silence, to all or to one")
  func befalling() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob")
      let (ann, bob) = (try await bench.device("ann"), try await bench.device("bob"))
      _ = await ann.news()
      try await bench.send("POST", "/_mock/media/go-away", ["session_id": "bob-1", "reason": "SHUTTING_DOWN"])
      #expect(await bob.news().map { $0["reason"] } == ["SHUTTING_DOWN"])
      #expect(await ann.news().isEmpty)
      try await bench.send("POST", "/_mock/media/silence", [:])
      await bob.publish()
      #expect(await eventually { (try? await bench.publishes("bob-1")) == true })
      try await bench.send("POST", "/_mock/media/silence", ["on": false])
      #expect(await ann.news().isEmpty)
      #expect(try await bench.send("POST", "/_mock/media/close", ["session_id": "nobody"]).status == 400)
      #expect(try await bench.send("POST", "/_mock/media/burn", [:]).status == 404)
      try await bench.send("POST", "/_mock/media/close", ["session_id": "ann-1", "code": 1001])
      #expect(await ann.socket.receive() == nil)
      #expect(ann.socket.closure?.code == 1001)
      try await bench.send("DELETE", "/_mock/rooms/default%3Ac/participants/bob-1")
      while await bob.socket.receive() != nil {}
      #expect(bob.socket.closure?.code == 1011)
      #expect(try await bench.inside() == ["ann-1"])
      let third = try await bench.device("bob", session: "b3")
      try await bench.send("POST", "/_mock/reset")
      while await third.socket.receive() != nil {}
      #expect(try await bench.connections().isEmpty)
    }
  }

  @Test("whoever joins while the call ends is let in and sent away, or not let in")
  func joiningAnEnd() async throws {
    try await CoordinatorClient.running({ $0.userRequestsPerMinute = nil }) { bench in
      try await bench.meeting("ann", type: "audio_room")
      try await bench.send("POST", "/api/v2/video/call/audio_room/c/go_live", [:])
      let credentials = try await bench.credentials("ann", type: "audio_room")
      let ends = await withTaskGroup(of: String.self) { group in
        for index in 0..<60 {
          group.addTask {
            if index == 30 {
              let ended = try? await bench.send("POST", "/api/v2/video/call/audio_room/c/mark_ended")
              return ended?.status == 201 ? "ended it" : "could not end it"
            }
            guard let device = try? await bench.enter(credentials, session: "d\(index)") else { return "lost" }
            if let refusal = device.refusal { return refusal }
            return await device.socket.frames(upTo: "CallEnded").last?["reason"]?.stringValue ?? "cut off"
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(ends.contains("ended it"))
      // The session of the token is over, or the ended call's door is shut.
      #expect(ends.isSubset(of: ["ended it", "ENDED", "PERMISSION_DENIED", "CALL_NOT_FOUND"]), "\(ends)")
      #expect(try await bench.connections().isEmpty)
      let session = try await bench.send("GET", "/api/v2/video/call/audio_room/c").json["call"]?["session"]
      #expect(session?["participants"] == [] || session == .null)
    }
  }

  @Test("two hundred come and go and leave nothing open")
  func many() async throws {
    try await CoordinatorClient.running({ $0.userRequestsPerMinute = nil }) { bench in
      try await bench.meeting("ann")
      let watcher = try await bench.device("ann")
      let sockets = try await withThrowingTaskGroup(of: MediaDevice.self) { group in
        for index in 0..<200 { group.addTask { try await bench.device("ann", session: "d\(index)") } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(sockets.allSatisfy { $0.refusal == nil })
      #expect(await watcher.counts() == ["total": 201, "anonymous": 0])
      await withTaskGroup(of: Void.self) { group in
        for (index, device) in sockets.enumerated() {
          group.addTask {
            if index % 2 == 0 { await device.say(["type": "LeaveCallRequest"]) }
            await device.socket.close()
          }
        }
      }
      #expect(await eventually { (try? await bench.connections().count) == 1 })
      await bench.time.advance(by: .seconds(11))
      #expect(try await bench.inside() == ["ann-1"])
      let left = await watcher.news().count { $0["type"] == "ParticipantLeft" }
      #expect(left == 200)
      await watcher.socket.close()
      #expect(await eventually { bench.mock.server.runningTasks == 0 })
    }
  }
}

extension MediaDevice {
  /// Says that it publishes and waits for no answer.
  fileprivate func publish() async {
    await say([
      "type": "UpdateMuteStates", "request_id": 8,
      "mute_states": [["track_type": "audio", "muted": false]],
    ])
  }
}

extension CoordinatorClient {

  fileprivate func publishes(_ session: String) async throws -> Bool {
    let state = try await send("GET", "/_mock/state").json
    let devices = state["mockstreamkey"]?["calls"]?.arrayValue?.first?["devices"]?.arrayValue ?? []
    return devices.contains { $0["session_id"]?.stringValue == session && $0["audio"] == true }
  }

  fileprivate func anonymousCredentials(_ token: String, type: String) async throws -> JSON {
    try await send(
      "POST", "/video/call/\(type)/c/join", ["location": "ams"], token: token, authType: "anonymous"
    ).json["credentials"] ?? .null
  }
}
