import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Tokens")
struct TokenTests {
  private func refusal(_ vendor: TestVendor, _ header: String?) async -> Reply {
    await vendor.raw("GET", "/v2/rooms", fields: header.map { ["authorization": $0] } ?? [:])
  }

  @Test("a token that is not good is refused with 400 and a number, in every member a client may read")
  func bad() async throws {
    let vendor = TestVendor()
    let good = vendor.token()
    let parts = good.split(separator: ".")
    let headers: [(name: String, header: String?)] = [
      ("missing", nil), ("empty", ""), ("no token", "hello"), ("a bearer", "Bearer " + good),
      ("basic", "Basic " + good),
      ("the API key itself", TestVendor.key), ("a changed signature", good.dropLast(2) + "AA"),
      ("no signature", "\(parts[0]).\(parts[1])."), ("another secret", vendor.token(secret: Secret("other"))),
      ("an unknown account", vendor.token(key: "unknown")), ("no apikey", vendor.token { $0["apikey"] = nil }),
      ("apiKey with a capital", vendor.token { ($0["apiKey"], $0["apikey"]) = ($0["apikey"], nil) }),
      ("no exp", vendor.token { $0["exp"] = nil }), ("milliseconds", vendor.token { $0["exp"] = 1_767_229_200_000 }),
      ("from the future", vendor.token { $0["iat"] = .integer(vendor.now + 60) }),
      ("no permissions", vendor.token { $0["permissions"] = nil }),
      ("empty permissions", vendor.token { $0["permissions"] = [] }),
      ("unknown permissions", vendor.token { $0["permissions"] = ["allow_all"] }),
      ("an unknown role", vendor.token { $0["roles"] = ["admin"] }),
      ("a role that only joins", vendor.token { $0["roles"] = ["rtc"] }),
      ("roles as a text", vendor.token { $0["roles"] = "crawler" }),
      ("an empty pin", vendor.token { $0["roomId"] = "" }),
    ]
    for (name, header) in headers {
      let reply = await refusal(vendor, header)
      #expect(reply.refusal == "4002/400", "\(name)")
      #expect(reply["error"] == reply["message"] && !reply.message.isEmpty, "\(name)")
    }
    #expect(await refusal(vendor, good).status == 200)
    await vendor.engine.stop()
  }

  @Test("an expired token is refused with 4001")
  func expired() async {
    let vendor = TestVendor()
    let token = vendor.token()
    await vendor.advance(seconds: 599)
    #expect(await refusal(vendor, token).status == 200)
    await vendor.advance(seconds: 1)
    #expect(await refusal(vendor, token).refusal == "4001/400")
    await vendor.engine.stop()
  }

  @Test("another algorithm is refused, none too", arguments: [#"{"alg":"none"}"#, #"{"alg":"HS512"}"#])
  func algorithm(_ head: String) async {
    let vendor = TestVendor()
    let claims = vendor.token().split(separator: ".")[1]
    let content = Base64URL.encode(Array(head.utf8)) + "." + claims
    let signature = Base64URL.encode(HMACSHA256.sign(Array(content.utf8), key: TestVendor.secret.bytes))
    #expect(await refusal(vendor, content + "." + signature).refusal == "4002/400")
    await vendor.engine.stop()
  }

  @Test("the status of a refused token, and Bearer, can be switched")
  func switches() async {
    let vendor = TestVendor {
      $0.tokenRefusalStatus = 401
      $0.acceptsBearer = true
    }
    #expect(await refusal(vendor, "x").refusal == "4002/401")
    #expect(await refusal(vendor, "Bearer " + vendor.token()).status == 200)
    #expect(await refusal(vendor, "bearer " + vendor.token()).status == 200)
    #expect(await vendor.send("GET", "/v2/rooms/none").status == 404, "only tokens change their status")
    await vendor.engine.stop()
  }

  @Test("pins and roles need version 2", arguments: ["roles", "roomId", "participantId"])
  func version(_ name: String) async {
    for ignores in [false, true] {
      let vendor = TestVendor { $0.ignoresPinsWithoutVersion = ignores }
      let room = await vendor.room()
      for version: JSON? in [nil, 1] {
        let token = vendor.token {
          $0["version"] = version
          $0[name] = name == "roles" ? ["rtc"] : "other"
        }
        let reply = await vendor.send("GET", "/v2/rooms/\(room)", token: token)
        #expect(reply.refusal == (ignores ? "0/200" : "4002/400"))
      }
      await vendor.engine.stop()
    }
  }

  @Test("a token without version is good where it pins nothing")
  func versionless() async {
    let vendor = TestVendor()
    #expect(await refusal(vendor, vendor.token { $0["version"] = nil }).status == 200)
    await vendor.engine.stop()
  }

  @Test("a token without permissions is good, by a switch")
  func permissionless() async {
    let vendor = TestVendor { $0.requiresPermissions = false }
    #expect(await refusal(vendor, vendor.token { $0["permissions"] = nil }).status == 200)
    await vendor.engine.stop()
  }

  @Test("a token that is pinned to a room opens no other, whatever it is called by")
  func pinned() async {
    let vendor = TestVendor()
    let (mine, other) = (await vendor.room(["customRoomId": "mine"]), await vendor.room(["customRoomId": "other"]))
    let session = await vendor.join("a", other)
    let token = vendor.token { $0["roomId"] = .string(mine) }
    #expect(await vendor.send("GET", "/v2/rooms/\(mine)", token: token).status == 200)
    #expect(await vendor.send("GET", "/v2/rooms/mine", token: token).status == 200)
    let paths = [
      "/v2/rooms/\(other)", "/v2/rooms/other", "/v2/rooms/validate/\(other)", "/v2/sessions/\(session)",
      "/v2/sessions/\(session)/participants", "/v2/sessions/\(session)/participants/active",
      "/v2/sessions/\(session)/participants/a", "/v2/sessions/\(session)/stats", "/v2/hls/\(other)/active",
    ]
    for path in paths { #expect(await vendor.send("GET", path, token: token).refusal == "4002/400", "\(path)") }
    let bodies: [(path: String, body: JSON)] = [
      ("/v2/sessions/end", ["roomId": .string(other)]), ("/v2/rooms/deactivate", ["roomId": .string(other)]),
      ("/v2/sessions/participants/remove", ["roomId": .string(other), "participantId": "a"]),
      ("/v2/sessions/participants/remove", ["sessionId": .string(session), "participantId": "a"]),
      ("/v2/recordings/start", ["roomId": .string(other)]), ("/v2/hls/start", ["roomId": .string(other)]),
      ("/v2/agent/dispatch", ["meetingId": .string(other), "agentId": "x"]),
      ("/v2/rooms", ["customRoomId": "other"]),
    ]
    for (path, body) in bodies {
      #expect(await vendor.send("POST", path, body, token: token).refusal == "4002/400", "\(path)")
    }
    #expect(await vendor.send("GET", "/v2/rooms", token: token)["pageInfo", "total"] == 1)
    #expect(await vendor.send("GET", "/v2/sessions/", token: token)["pageInfo", "total"] == 0)
    #expect(await vendor.inside(session) == ["a"])
    await vendor.engine.stop()
  }

  @Test("accounts share nothing")
  func tenants() async {
    let other = VideoSDKMockConfiguration.Account(apiKey: "other", secret: Secret("other-secret-0123456789abcdef"))
    let vendor = TestVendor(others: [other])
    let token = vendor.token(key: "other", secret: other.secret)
    let mine = await vendor.send("POST", "/v2/rooms", ["customRoomId": "room"])
    let theirs = await vendor.send("POST", "/v2/rooms", ["customRoomId": "room"], token: token)
    #expect(mine["roomId"] != theirs["roomId"])
    let id = mine["roomId"]?.stringValue ?? ""
    #expect(await vendor.send("GET", "/v2/rooms/\(id)", token: token).status == 404)
    #expect(await vendor.send("GET", "/v2/rooms", token: token)["pageInfo", "total"] == 1)
    let session = await vendor.join("a", id)
    #expect(await vendor.send("GET", "/v2/sessions/\(session)", token: token).status == 404)
    #expect(
      await vendor.control("POST", "rooms/\(id)/participants", ["participant_id": "b"], query: "tenant=other").status
        == 404)
    let crossed = vendor.token(key: "other")
    #expect(await vendor.send("GET", "/v2/rooms", token: crossed).refusal == "4002/400", "one's key, another's secret")
    await vendor.engine.stop()
  }

  @Test(
    "an unknown route is 404, with or without a token", arguments: ["/v2/none", "/", "/v2/rooms/a/b/c", "/v3/rooms"])
  func unknownRoute(_ path: String) async {
    let vendor = TestVendor()
    #expect(await vendor.send("GET", path).refusal == "0/404")
    #expect(await vendor.send("GET", path, token: "").refusal == "0/404")
    #expect(await vendor.send("PUT", "/v2/rooms", [:]).refusal == "0/404")
    await vendor.engine.stop()
  }
}
