import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import StreamMock

@Suite("Who gets in")
struct JoinTests {
  private func join(_ vendor: TestVendor, _ token: String, _ body: JSON = ["location": "AMS"], type: String = "jwt")
    async -> Reply
  {
    await vendor.send("POST", "/video/call/audio_room/r/join", body, token: token, type: type)
  }

  private func device(_ vendor: TestVendor, _ token: String) async -> Reply {
    await vendor.control("POST", "rooms/audio_room:r/participants", ["token": .string(token)])
  }

  @Test("a user who was never made cannot join")
  func unknownUser() async {
    let vendor = TestVendor()
    await vendor.room(live: true)
    let reply = await join(vendor, vendor.user("zed"))
    #expect(reply.refusal == "16/404")
    #expect(reply.message == #"JoinCall failed with error: "the user zed does not exist""#)
    #expect(await device(vendor, vendor.user("zed")).refusal == "16/404")
  }

  @Test("a join needs a location and does not create unless told to")
  func createOnJoin() async {
    let vendor = TestVendor()
    await vendor.users("ann")
    #expect(await join(vendor, vendor.user("ann"), [:]).refusal == "4/400")
    #expect(await join(vendor, vendor.user("ann")).refusal == "16/404")
    let made = await join(
      vendor, vendor.user("ann"), ["location": "AMS", "create": true, "data": ["custom": ["a": 1]]])
    #expect(made["created"] == true)
    #expect(made["call", "created_by", "id"] == "ann")
    #expect(made["stats_options", "reporting_interval_ms"] != nil)
  }

  @Test("the creator may be backstage, others only once the call is live or their time has come")
  func backstage() async {
    let vendor = TestVendor()
    await vendor.users("ann", "bob")
    await vendor.room(
      "audio_room:r",
      [
        "starts_at": "2026-01-01T01:00:00Z",
        "settings_override": ["backstage": ["enabled": true, "join_ahead_time_seconds": 600]],
      ])
    #expect(await join(vendor, vendor.user("ann")).status == 201)
    #expect(await join(vendor, vendor.user("bob")).refusal == "17/403")
    await vendor.advance(seconds: 2999)
    #expect(await join(vendor, vendor.user("bob")).refusal == "17/403")
    await vendor.advance(seconds: 1)
    let early = await join(vendor, vendor.user("bob"))
    #expect(early.status == 201)
    #expect(early["call", "backstage"] == true)
  }

  @Test(
    "a member's role opens the backstage",
    arguments: [("host", 201), ("admin", 201), ("moderator", 403), ("call_member", 403), ("call-member", 403)])
  func memberRoles(_ role: String, _ status: Int) async {
    let vendor = TestVendor()
    await vendor.users("ann", "bob")
    await vendor.room("audio_room:r", ["members": [["user_id": "bob", "role": .string(role)]]])
    #expect(await join(vendor, vendor.user("bob")).status == status)
  }

  @Test("the role in a call token counts where the switch says so", arguments: [true, false])
  func tokenRole(_ adds: Bool) async {
    let vendor = TestVendor { $0.callTokenRoleAddsGrants = adds }
    await vendor.users("ann", "bob")
    await vendor.room()
    let reply = await join(vendor, vendor.user("bob", cids: ["audio_room:r"], role: "admin"))
    #expect(reply.status == (adds ? 201 : 403))
  }

  @Test("a token for other calls does not open this one")
  func scope() async {
    let vendor = TestVendor()
    await vendor.users("ann")
    await vendor.room(live: true)
    #expect(await join(vendor, vendor.user("ann", cids: ["audio_room:x"])).refusal == "17/403")
    #expect(await device(vendor, vendor.user("ann", cids: ["audio_room:x"])).refusal == "17/403")
  }

  @Test("a blocked user is thrown out and an old token does not let them back")
  func blocked() async {
    let vendor = TestVendor()
    await vendor.listen(["call.blocked_user", "call.session_participant_left", "call.unblocked_user"])
    await vendor.users("ann", "bob")
    await vendor.room(live: true)
    let token = vendor.user("bob")
    #expect(await device(vendor, token).status == 201)
    let path = vendor.path("audio_room:r")
    #expect(await vendor.send("POST", path + "/block", ["user_id": "bob"]).status == 201)
    #expect(await device(vendor, token).refusal == "17/403")
    #expect(await join(vendor, token).refusal == "17/403")
    let call = await vendor.send("GET", path)
    #expect(call["call", "blocked_user_ids"] == ["bob"])
    #expect(call["call", "session", "participants"] == [])
    await vendor.send("POST", path + "/unblock", ["user_id": "bob"])
    #expect(await device(vendor, token).status == 201)
    #expect(await vendor.receiver.wait(3))
    #expect(vendor.receiver.types == ["call.blocked_user", "call.session_participant_left", "call.unblocked_user"])
    #expect(vendor.receiver.documents[1]["reason"] == "KICKED")
    await vendor.engine.stop()
  }

  @Test("an ended call takes only who may join ended calls")
  func ended() async {
    let vendor = TestVendor()
    await vendor.users("ann", "bob")
    await vendor.room(live: true)
    await vendor.send("POST", vendor.path("audio_room:r") + "/mark_ended")
    let refused = await join(vendor, vendor.user("bob"))
    #expect(refused.refusal == "17/403")
    #expect(refused.message.contains("JoinEndedCall"))
    #expect(await join(vendor, vendor.user("ann")).status == 201)
  }

  @Test("a full call hands out access and refuses at the media side")
  func full() async {
    let vendor = TestVendor()
    await vendor.users("ann", "bob", "cid")
    await vendor.room("audio_room:r", ["settings_override": ["limits": ["max_participants": 1]]], live: true)
    #expect(await device(vendor, vendor.user("ann")).status == 201)
    #expect(await join(vendor, vendor.user("bob")).status == 201)
    let refused = await device(vendor, vendor.user("bob"))
    #expect(refused.status == 403)
    #expect(refused["error", "code"] == "CALL_PARTICIPANT_LIMIT_REACHED")
  }

  @Test("the owner and spared roles do not count against the limit")
  func spared() async {
    let vendor = TestVendor()
    await vendor.users("ann", "bob", "cid")
    let limits: JSON = [
      "max_participants": 1, "max_participants_exclude_owner": true, "max_participants_exclude_roles": ["speaker"],
    ]
    await vendor.room(
      "audio_room:r", ["settings_override": ["limits": limits], "members": [["user_id": "cid", "role": "speaker"]]],
      live: true)
    for user in ["ann", "bob"] { #expect(await device(vendor, vendor.user(user)).status == 201) }
    #expect(await device(vendor, vendor.user("bob")).status == 403)
  }

  @Test("anonymous callers are counted, never listed", arguments: ["audio_room", "default"])
  func anonymous(_ type: String) async {
    let vendor = TestVendor()
    await vendor.room("\(type):r", live: true)
    let token = vendor.user("!anon", cids: ["\(type):r"], role: "viewer")
    let device = await vendor.control("POST", "rooms/\(type):r/participants", ["token": .string(token)])
    #expect(device.status == (type == "audio_room" ? 201 : 403))
    let session = await vendor.send("GET", vendor.path("\(type):r"))["call", "session"]
    guard type == "audio_room" else { return }
    #expect(session?["anonymous_participant_count"] == 1)
    #expect(session?["participants"] == [])
    #expect(session?["participants_count_by_role"] == [:])
  }

  @Test(
    "encryption must match",
    arguments: [("disabled", true, 400), ("disabled", false, 201), ("auto-on", false, 400), ("auto-on", true, 201)])
  func encryption(_ mode: String, _ asks: Bool, _ status: Int) async {
    let vendor = TestVendor()
    await vendor.users("ann")
    await vendor.room("audio_room:r", ["settings_override": ["encryption": ["mode": .string(mode)]]])
    let reply = await join(vendor, vendor.user("ann"), ["location": "AMS", "e2ee": .bool(asks)])
    #expect(reply.status == status)
    if status == 400 { #expect(reply["code"] == 109) }
  }

  @Test("a device by user id is not asked for rights and makes its user")
  func byUserID() async {
    let vendor = TestVendor()
    await vendor.room()
    let reply = await vendor.control(
      "POST", "rooms/audio_room%3Ar/participants", ["user_id": "zed", "name": "Zed", "role": "speaker", "audio": true])
    #expect(reply.status == 201)
    #expect(reply["audio"] == true)
    let session = await vendor.send("GET", vendor.path("audio_room:r"))["call", "session"]
    #expect(session?["participants_count_by_role"] == ["speaker": 1])
    #expect(session?["participants"]?.arrayValue?.first?["user"]?["name"] == "Zed")
    #expect(await vendor.control("POST", "rooms/audio_room:none/participants", ["user_id": "zed"]).refusal == "16/404")
  }
}
