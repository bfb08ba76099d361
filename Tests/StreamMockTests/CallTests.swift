import Clocks
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import StreamMock

@Suite("Calls, members and users")
struct CallTests {
  @Test("the two families differ in times and in server-only members")
  func families() async {
    let vendor = TestVendor()
    await vendor.room("audio_room:r", ["members": [["user_id": "ann"]]])
    let refused = await vendor.send("GET", "/api/v2/video/call/audio_room/r")
    #expect(refused.status == 404)
    await vendor.users("ann")
    await vendor.room("audio_room:r", ["members": [["user_id": "ann"]]])
    let server = await vendor.send("GET", "/api/v2/video/call/audio_room/r")
    let client = await vendor.send("GET", "/video/call/audio_room/r", token: vendor.user("ann"))
    #expect(server["call", "created_at"] == .integer(vendor.time.wallNanoseconds))
    #expect(client["call", "created_at"] == "2026-01-01T00:00:00.000000000Z")
    #expect(server["call", "settings", "recording", "layout"] != nil)
    #expect(client["call", "settings", "recording", "layout"] == nil)
    #expect(server["call", "created_by", "shadow_banned"] == false)
    #expect(client["call", "created_by", "shadow_banned"] == nil)
    #expect(client["membership", "user_id"] == "ann")
    #expect(server["membership"] == nil)
    #expect(server["own_capabilities"] == [])
    #expect(client["own_capabilities"]?.arrayValue?.contains("join-backstage") == true)
    #expect(server["call", "ended_at"] == .null)
  }

  @Test(
    "built-in types begin with their settings",
    arguments: [
      ("default", false, true), ("audio_room", true, false), ("livestream", true, true), ("development", false, true),
    ])
  func settings(_ type: String, _ backstage: Bool, _ video: Bool) async {
    let vendor = TestVendor()
    let reply = await vendor.room("\(type):r")
    #expect(reply["call", "backstage"] == .bool(backstage))
    #expect(reply["call", "settings", "video", "enabled"] == .bool(video))
    #expect(reply["call", "settings", "session", "inactivity_timeout_seconds"] == 30)
  }

  @Test("an override is laid over the type's settings and mirrored where the vendor mirrors it")
  func overrides() async {
    let vendor = TestVendor()
    let reply = await vendor.room(
      "audio_room:r",
      [
        "settings_override": [
          "backstage": ["enabled": true, "join_ahead_time_seconds": 300],
          "audio": ["default_device": "speaker", "mic_default_on": true],
        ], "starts_at": "2026-01-01T02:00:00+01:00", "custom": ["title": "Q&A"],
      ])
    #expect(reply["call", "settings", "audio", "mic_default_on"] == true)
    #expect(reply["call", "settings", "audio", "opus_dtx_enabled"] == true)
    #expect(reply["call", "join_ahead_time_seconds"] == 300)
    #expect(reply["call", "starts_at"] == .integer(vendor.time.wallNanoseconds + 3_600_000_000_000))
    #expect(reply["call", "custom", "title"] == "Q&A")
  }

  @Test(
    "a second create finds the call and ignores its data, or takes it where the switch says so",
    arguments: [false, true])
  func getOrCreate(_ merges: Bool) async {
    let vendor = TestVendor { $0.getOrCreateMergesData = merges }
    await vendor.room("audio_room:r", ["custom": ["title": "one"]])
    let again = await vendor.room("audio_room:r", ["custom": ["title": "two"]])
    #expect(again.status == 201)
    #expect(again["created"] == false)
    #expect(again["call", "custom", "title"] == (merges ? "two" : "one"))
  }

  @Test("a creator who is not known is made on the fly")
  func creatorIsMade() async {
    let vendor = TestVendor()
    await vendor.room()
    let users = await vendor.send(
      "GET", "/api/v2/users", query: #"api_key=mockstreamkey&payload={"filter_conditions":{"id":{"$in":["ann"]}}}"#)
    #expect(users["users", "0", "id"] == "ann")
  }

  @Test("a PATCH replaces custom as a whole, or merges where the switch says so", arguments: [true, false])
  func patch(_ replaces: Bool) async {
    let vendor = TestVendor { $0.patchReplacesCustom = replaces }
    await vendor.listen(["call.updated"])
    await vendor.room("audio_room:r", ["custom": ["title": "one", "topic": "x"]])
    let reply = await vendor.send("PATCH", vendor.path("audio_room:r"), ["custom": ["title": "two"]])
    #expect(reply["call", "custom", "title"] == "two")
    #expect(reply["call", "custom", "topic"] == (replaces ? nil : "x"))
    #expect(await vendor.receiver.wait(1))
    #expect(vendor.receiver.documents[0]["capabilities_by_role"]?["admin"]?.arrayValue?.contains("send-audio") == true)
    await vendor.engine.stop()
  }

  @Test("members come newest first, keep their role and are announced by what changed")
  func members() async {
    let vendor = TestVendor()
    await vendor.listen([
      "call.member_added", "call.member_updated", "call.member_updated_permission", "call.member_removed",
    ])
    await vendor.users("ann", "john", "jack", "jill")
    let created = await vendor.room(
      "default:r", ["members": [["user_id": "john"], ["user_id": "jack", "role": "admin"]]])
    #expect(created["members", "0", "user_id"] == "jack")
    #expect(created["members", "1", "role"] == "user")
    let path = vendor.path("default:r") + "/members"
    let changed = await vendor.send(
      "POST", path,
      [
        "update_members": [
          ["user_id": "jill"], ["user_id": "john", "role": "host"], ["user_id": "jack", "custom": ["a": 1]],
        ]
      ])
    #expect(changed["members"]?.arrayValue?.count == 3)
    await vendor.send("POST", path, ["remove_members": ["jack", "ghost"]])
    let query = await vendor.send(
      "POST", "/api/v2/video/call/members", ["type": "default", "id": "r", "filter_conditions": ["role": "host"]])
    #expect(query["members"]?.arrayValue?.compactMap { $0["user_id"] } == ["john"])
    #expect(await vendor.receiver.wait(4))
    #expect(
      vendor.receiver.types == [
        "call.member_added", "call.member_updated", "call.member_updated_permission", "call.member_removed",
      ])
    #expect(vendor.receiver.documents[3]["members"] == ["jack"])
    await vendor.engine.stop()
  }

  @Test("a soft delete leaves nothing to get; a hard one gives a task that completes")
  func deletion() async {
    let vendor = TestVendor()
    await vendor.room()
    let soft = await vendor.send("POST", vendor.path("audio_room:r") + "/delete", [:])
    #expect(soft["task_id"] == .null)
    #expect(await vendor.send("GET", vendor.path("audio_room:r")).refusal == "16/404")
    await vendor.room()
    let hard = await vendor.send("POST", vendor.path("audio_room:r") + "/delete", ["hard": true])
    let task = await vendor.send("GET", "/api/v2/tasks/" + (hard["task_id"]?.stringValue ?? ""))
    #expect(task["status"] == "completed")
    #expect(task["result", "audio_room:r", "status"] == "ok")
  }

  @Test("upserting replaces a user, patching keeps what is not named")
  func users() async {
    let vendor = TestVendor()
    let first: JSON = ["users": ["bob": ["id": "bob", "name": "Bob", "custom": ["a": 1], "role": "admin"]]]
    #expect(await vendor.send("POST", "/api/v2/users", first).status == 201)
    let patched = await vendor.send(
      "PATCH", "/api/v2/users", ["users": [["id": "bob", "set": ["image": "i", "b": 2], "unset": ["a"]]]])
    #expect(patched.status == 200)
    #expect(patched["users", "bob", "name"] == "Bob")
    #expect(patched["users", "bob", "custom"] == ["b": 2])
    let replaced = await vendor.send("POST", "/api/v2/users", ["users": ["bob": ["id": "bob", "image": "j"]]])
    #expect(replaced["users", "bob", "name"] == .null)
    #expect(replaced["users", "bob", "custom"] == [:])
  }

  @Test("a guest gets another id, the role guest and a token that works where guests may")
  func guests() async {
    let vendor = TestVendor()
    let guest = await vendor.send(
      "POST", "/video/guest", ["user": ["id": "gus", "name": "Gus"]], token: "", type: "anonymous")
    #expect(guest.status == 201)
    #expect(guest["user", "role"] == "guest")
    #expect(guest["user", "id"] != "gus")
    let wrong = await vendor.send("POST", "/video/guest", ["user": ["id": "gus"]], token: vendor.user("ann"))
    #expect(wrong.status == 401)
    #expect(wrong.message.contains("anon auth token must have user_id claim equal to '!anon'"))
    await vendor.room("default:r")
    await vendor.room("audio_room:r", live: true)
    let token = guest["access_token"]?.stringValue ?? ""
    #expect(await vendor.send("POST", "/video/call/default/r/join", ["location": "AMS"], token: token).status == 201)
    #expect(
      await vendor.send("POST", "/video/call/audio_room/r/join", ["location": "AMS"], token: token).refusal == "17/403")
  }

  @Test("a call type of one's own takes missing roles from the defaults and keeps other roles on PUT")
  func callTypes() async {
    let vendor = TestVendor()
    let made = await vendor.send(
      "POST", "/api/v2/video/calltypes", ["name": "stage", "grants": ["host": ["send-audio", "join-call"]]])
    #expect(made.status == 201)
    #expect(made["grants", "host"] == ["send-audio", "join-call"])
    #expect(made["grants", "user"]?.arrayValue?.isEmpty == false)
    let changed = await vendor.send("PUT", "/api/v2/video/calltypes/stage", ["grants": ["user": ["join-call"]]])
    #expect(changed.status == 201)
    #expect(changed["grants", "host"] == ["send-audio", "join-call"])
    #expect(changed["grants", "user"] == ["join-call"])
    let list = await vendor.send("GET", "/api/v2/video/calltypes")
    #expect(list["call_types", "audio_room", "grants", "admin"]?.arrayValue?.contains("send-audio") == true)
    #expect(list["call_types", "audio_room", "grants", "user"]?.arrayValue?.contains("send-audio-owner") == true)
    #expect(await vendor.send("DELETE", "/api/v2/video/calltypes/stage").status == 200)
    #expect(await vendor.send("GET", "/api/v2/video/calltypes/stage").refusal == "16/404")
  }
}
