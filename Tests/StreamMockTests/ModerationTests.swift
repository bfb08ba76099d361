import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import StreamMock

@Suite("Muting, kicking, granting")
struct ModerationTests {
  private static let path = "/api/v2/video/call/audio_room/r"

  private func publishers(_ vendor: TestVendor, _ extra: JSONObject = [:]) async -> [JSON] {
    var filter = extra
    filter["published_tracks"] = ["$eq": "audio"]
    let reply = await vendor.send("POST", Self.path + "/participants", ["filter_conditions": .object(filter)])
    #expect(reply.status == 201)
    return reply["participants"]?.arrayValue?.compactMap { $0["user"]?["id"] } ?? []
  }

  @Test("a mute turns the microphones off on every device of the person, who may turn them on again")
  func mute() async {
    let vendor = TestVendor()
    await vendor.listen(["call.user_muted"])
    await vendor.room(live: true)
    let first = await vendor.join("bob", audio: true)
    await vendor.join("bob", audio: true)
    await vendor.join("cid", audio: true)
    #expect(await publishers(vendor) == ["cid", "bob", "bob"])
    let reply = await vendor.send(
      "POST", Self.path + "/mute_users", ["user_ids": ["bob"], "audio": true, "muted_by_id": "ann"])
    #expect(reply.status == 201)
    #expect(await publishers(vendor) == ["cid"])
    let again = await vendor.control(
      "PATCH", "rooms/audio_room:r/participants/\(first)", ["audio": true, "speaking": true, "level": 0.5])
    #expect(again["audio"] == true)
    #expect(await publishers(vendor, ["user_id": ["$in": ["bob"]]]) == ["bob"])
    #expect(await vendor.receiver.wait(1))
    #expect(vendor.receiver.documents[0]["muted_user_ids"] == ["bob"])
    #expect(vendor.receiver.documents[0]["from_user_id"] == "ann")
    await vendor.engine.stop()
  }

  @Test("muting all spares the muter")
  func muteAll() async {
    let vendor = TestVendor()
    await vendor.room(live: true)
    for user in ["ann", "bob", "cid"] { await vendor.join(user, audio: true) }
    await vendor.send("POST", Self.path + "/mute_users", ["mute_all_users": true, "audio": true, "muted_by_id": "ann"])
    #expect(await publishers(vendor) == ["ann"])
  }

  @Test("a mute of somebody absent is accepted")
  func muteAbsent() async {
    let vendor = TestVendor()
    await vendor.users("bob")
    await vendor.room()
    let reply = await vendor.send(
      "POST", Self.path + "/mute_users", ["user_ids": ["bob"], "audio": true, "muted_by_id": "ann"])
    #expect(reply.status == 201)
  }

  @Test("whether a muted track counts as published is a switch", arguments: [true, false])
  func mutedTracks(_ unmuted: Bool) async {
    let vendor = TestVendor { $0.publishedTracksMeansUnmuted = unmuted }
    await vendor.room(live: true)
    let device = await vendor.join("bob", audio: true)
    await vendor.control("PATCH", "rooms/audio_room:r/participants/\(device)", ["audio": false])
    #expect(await publishers(vendor) == (unmuted ? [] : ["bob"]))
  }

  @Test("a kick throws every device out but lets the person return; with block it does not")
  func kick() async {
    let vendor = TestVendor()
    await vendor.listen(["call.kicked_user", "call.blocked_user", "call.session_participant_left"])
    await vendor.room(live: true)
    await vendor.join("bob")
    await vendor.join("bob")
    #expect(await vendor.send("POST", Self.path + "/kick", ["user_id": "bob", "kicked_by_id": "ann"]).status == 201)
    let token = vendor.user("bob")
    #expect(await vendor.control("POST", "rooms/audio_room:r/participants", ["token": .string(token)]).status == 201)
    await vendor.send("POST", Self.path + "/kick", ["user_id": "bob", "block": true])
    #expect(
      await vendor.control("POST", "rooms/audio_room:r/participants", ["token": .string(token)]).refusal == "17/403")
    #expect(await vendor.receiver.wait(6))
    #expect(
      vendor.receiver.types == [
        "call.kicked_user", "call.session_participant_left", "call.session_participant_left", "call.kicked_user",
        "call.blocked_user", "call.session_participant_left",
      ])
    #expect(vendor.receiver.documents[0]["kicked_by_user"]?["id"] == "ann")
    await vendor.engine.stop()
  }

  @Test("kicking somebody absent is a switch", arguments: [(false, 201), (true, 400)])
  func kickAbsent(_ refuses: Bool, _ status: Int) async {
    let vendor = TestVendor { $0.refusesKickOfAbsentUser = refuses }
    await vendor.users("bob")
    await vendor.room()
    #expect(await vendor.send("POST", Self.path + "/kick", ["user_id": "bob"]).status == status)
  }

  @Test("a listener's device publishes only while the right is granted")
  func grants() async {
    let vendor = TestVendor()
    await vendor.listen(["call.permissions_updated"])
    await vendor.users("ann", "bob")
    await vendor.room(live: true)
    let joined = await vendor.control(
      "POST", "rooms/audio_room:r/participants", ["token": .string(vendor.user("bob")), "audio": true])
    #expect(joined["audio"] == false)
    let device = "rooms/audio_room:r/participants/" + (joined["session_id"]?.stringValue ?? "")
    #expect(await vendor.control("PATCH", device, ["audio": true]).status == 403)
    await vendor.send("POST", Self.path + "/user_permissions", ["user_id": "bob", "grant_permissions": ["send-audio"]])
    #expect(await vendor.control("PATCH", device, ["audio": true]).status == 200)
    #expect(await publishers(vendor) == ["bob"])
    let mine = await vendor.send("GET", "/video/call/audio_room/r", token: vendor.user("bob"))
    #expect(mine["own_capabilities"]?.arrayValue?.contains("send-audio") == true)
    await vendor.send(
      "POST", Self.path + "/user_permissions", ["user_id": "bob", "revoke_permissions": ["send-audio"]])
    #expect(await publishers(vendor) == [])
    #expect(await vendor.control("PATCH", device, ["audio": true]).status == 403)
    #expect(await vendor.receiver.wait(2))
    let capabilities = vendor.receiver.documents.map { $0["own_capabilities"]?.arrayValue?.contains("send-audio") }
    #expect(capabilities == [true, false])
    await vendor.engine.stop()
  }

  @Test("a revocation beats every role; video never shows in a room without video")
  func revocation() async {
    let vendor = TestVendor()
    await vendor.users("ann")
    await vendor.room()
    await vendor.send(
      "POST", Self.path + "/user_permissions",
      ["user_id": "ann", "grant_permissions": ["send-video"], "revoke_permissions": ["send-audio"]])
    let mine = await vendor.send("GET", "/video/call/audio_room/r", token: vendor.user("ann"))
    let capabilities = mine["own_capabilities"]?.arrayValue ?? []
    #expect(!capabilities.contains("send-audio"))
    #expect(!capabilities.contains("send-video"))
    #expect(capabilities.contains("end-call"))
  }

  @Test("raising a hand is announced, unless requests are off")
  func permissionRequests() async {
    let vendor = TestVendor()
    await vendor.listen(["call.permission_request"])
    await vendor.users("ann", "bob")
    await vendor.room(live: true)
    let ask: JSON = ["permissions": ["send-audio"]]
    let path = "/video/call/audio_room/r/request_permission"
    #expect(await vendor.send("POST", path, ask, token: vendor.user("bob")).status == 201)
    #expect(
      await vendor.send("POST", path, ["permissions": ["screenshare"]], token: vendor.user("bob")).refusal == "17/403")
    let device = await vendor.control(
      "POST", "rooms/audio_room:r/permission-requests", ["user_id": "bob", "permissions": ["send-audio"]])
    #expect(device.status == 204)
    #expect(await vendor.receiver.wait(2))
    #expect(vendor.receiver.documents.map { $0["user"]?["id"] } == ["bob", "bob"])
    await vendor.engine.stop()
  }

  @Test("messages and reactions reach the hooks")
  func messages() async {
    let vendor = TestVendor()
    await vendor.listen(["custom", "call.reaction_new"])
    await vendor.users("ann", "bob")
    await vendor.room(live: true)
    #expect(await vendor.send("POST", Self.path + "/event", ["custom": ["a": 1], "user_id": "ann"]).status == 201)
    let reaction = await vendor.send(
      "POST", "/video/call/audio_room/r/reaction", ["type": "raised-hand", "emoji_code": ":hand:"],
      token: vendor.user("bob"))
    #expect(reaction["reaction", "emoji_code"] == ":hand:")
    #expect(await vendor.receiver.wait(2))
    #expect(vendor.receiver.documents[0]["custom"] == ["a": 1])
    #expect(vendor.receiver.documents[1]["reaction"]?["user"]?["id"] == "bob")
    await vendor.engine.stop()
  }

  @Test("who talks must be somebody, and may not say everything")
  func talkRefusals() async {
    let vendor = TestVendor()
    await vendor.users("ann", "bob")
    await vendor.room(live: true)
    func event(_ body: JSON, _ token: String? = nil) async -> String? {
      await vendor.send("POST", Self.path + "/event", body, token: token).refusal
    }
    func reaction(_ body: JSON, _ token: String? = nil) async -> String? {
      await vendor.send("POST", Self.path + "/reaction", body, token: token).refusal
    }
    let large = JSON.string(String(repeating: "x", count: 5_120))
    #expect(await event(["custom": ["a": 1]]) == "4/400")
    #expect(await event(["custom": ["a": 1], "user_id": "nobody"]) == "4/400")
    #expect(await event(["custom": ["a": large], "user_id": "ann"]) == "4/400")
    #expect(await event(["custom": [1], "user_id": "ann"]) == "4/400")
    #expect(await event(["custom": ["a": 1], "user_id": "bob"], vendor.user("ann")) == "4/400")
    #expect(await event(["custom": ["a": 1]], vendor.user("ann")) == "0/201")
    #expect(await reaction(["type": "clap"]) == "4/400", "a server has no face to show")
    #expect(await reaction(["type": "clap"], vendor.user("nobody")) == "16/404")
    #expect(await reaction(["type": .string(String(repeating: "x", count: 65))], vendor.user("ann")) == "4/400")
    #expect(await reaction(["emoji_code": ":x:"], vendor.user("ann")) == "4/400")
    #expect(await reaction(["type": "clap", "custom": ["a": large]], vendor.user("ann")) == "4/400")
    #expect(await reaction(["type": .string(String(repeating: "x", count: 64))], vendor.user("ann")) == "0/201")
  }

  @Test("a hook may be spared custom events", arguments: [true, false])
  func sparedHook(_ isWanted: Bool) async {
    let vendor = TestVendor()
    await vendor.users("ann")
    await vendor.room(live: true)
    let hook: JSON = [
      "hook_type": "webhook", "webhook_url": "http://receiver.test/hook", "should_send_custom_events": .bool(isWanted),
    ]
    #expect(await vendor.send("PATCH", "/app", ["event_hooks": [hook]]).status == 200)
    _ = await vendor.send("POST", Self.path + "/event", ["custom": ["a": 1], "user_id": "ann"])
    _ = await vendor.send("POST", Self.path + "/reaction", ["type": "clap"], token: vendor.user("ann"))
    #expect(await vendor.receiver.wait(isWanted ? 2 : 1))
    let types = vendor.receiver.documents.compactMap { $0["type"]?.stringValue }
    #expect(types == (isWanted ? ["custom", "call.reaction_new"] : ["call.reaction_new"]))
    await vendor.engine.stop()
  }

  @Test("someone in another account has nothing to do with this one")
  func accounts() async {
    let other = StreamMockConfiguration.Account(apiKey: "otherkey", apiSecret: "other-secret".asSecret)
    let vendor = TestVendor(others: [other])
    await vendor.room()
    let token = vendor.token([:], secret: other.apiSecret)
    let query = "api_key=otherkey"
    #expect(await vendor.send("GET", Self.path, token: token, query: query).refusal == "16/404")
    #expect(await vendor.send("GET", Self.path, query: query).refusal == "5/401")
    let device = await vendor.control(
      "POST", "rooms/audio_room:r/participants", ["user_id": "bob"], query: "tenant=otherkey")
    #expect(device.refusal == "16/404")
    #expect(
      await vendor.control("POST", "rooms/audio_room:r/participants", ["user_id": "b"], query: "tenant=none").status
        == 404)
  }
}
