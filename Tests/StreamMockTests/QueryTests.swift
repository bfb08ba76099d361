import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import StreamMock

@Suite("Finding calls and users")
struct QueryTests {
  /// Five calls: `old` ended, `live` running, `soon` to come, `talk` plain, `band` of another creator with members.
  private func filled() async -> TestVendor {
    let vendor = TestVendor()
    await vendor.users("ann", "bob")
    await vendor.room("audio_room:old", live: true)
    await vendor.send("POST", vendor.path("audio_room:old") + "/mark_ended")
    await vendor.room("audio_room:live", ["custom": ["topic": "news"]], live: true)
    await vendor.join("bob", "audio_room:live")
    await vendor.room("audio_room:soon", ["starts_at": "2026-01-02T00:00:00Z"])
    await vendor.room("default:talk")
    await vendor.send(
      "POST", "/api/v2/video/call/default/band", ["data": ["created_by_id": "bob", "members": [["user_id": "ann"]]]])
    return vendor
  }

  static let filters: [(JSON, [String])] = [
    ([:], ["band", "talk", "soon", "live", "old"]), (["type": "default"], ["band", "talk"]),
    (["cid": ["$in": ["audio_room:old", "default:talk", "default:none"]]], ["talk", "old"]),
    (["type": "audio_room", "backstage": false, "ongoing": true], ["live"]),
    (["starts_at": ["$gt": "2026-01-01T12:00:00Z"]], ["soon"]),
    (["starts_at": ["$gt": "2026-01-02T00:00:00Z"]], []),
    (["starts_at": ["$gte": "2026-01-02T01:00:00+01:00"]], ["soon"]),
    (["ended_at": ["$exists": true]], ["old"]), (["ended_at": nil, "type": "audio_room"], ["soon", "live"]),
    (["created_by_user_id": "bob"], ["band"]), (["members": ["$in": ["ann"]]], ["band"]),
    (["custom.topic": "news"], ["live"]), (["id": ["$gt": "o", "$lt": "t"]], ["soon", "old"]),
    (["$or": [["id": "old"], ["id": "band"]]], ["band", "old"]),
    (["$and": [["type": "audio_room"], ["$nor": [["ongoing": true], ["id": "old"]]]]], ["soon"]),
  ]

  @Test("a filter finds what it says, the newest first", arguments: filters)
  func filter(_ conditions: JSON, _ expected: [String]) async {
    let reply = await filled().send("POST", "/api/v2/video/calls", ["filter_conditions": conditions])
    #expect(reply.status == 201)
    #expect(reply["calls"]?.arrayValue?.compactMap { $0["call"]?["id"]?.stringValue } == expected)
  }

  @Test("calls are sorted as asked and cut into pages both ways")
  func pages() async {
    let vendor = await filled()
    let sort: JSON = [["field": "id", "direction": 1]]
    var (seen, next): ([String], JSON) = ([], .null)
    for _ in 0..<3 {
      let page = await vendor.send("POST", "/api/v2/video/calls", ["sort": sort, "limit": 2, "next": next])
      seen += page["calls"]?.arrayValue?.compactMap { $0["call"]?["id"]?.stringValue } ?? []
      next = page["next"] ?? .null
      if next.isNull {
        let back = await vendor.send(
          "POST", "/api/v2/video/calls", ["sort": sort, "limit": 2, "prev": page["prev"] ?? .null])
        #expect(back["calls", "0", "call", "id"] == "old")
      }
    }
    #expect(seen == ["band", "live", "old", "soon", "talk"])
    #expect(next == .null)
    let down = await vendor.send(
      "POST", "/api/v2/video/calls", ["sort": [["field": "id", "direction": -1]], "limit": 1])
    #expect(down["calls", "0", "call", "id"] == "talk")
  }

  @Test("a person sees what they may read")
  func readable() async {
    let vendor = await filled()
    let guest = await vendor.send("POST", "/video/guest", ["user": ["id": "gus"]], token: "", type: "anonymous")
    let reply = await vendor.send(
      "POST", "/video/calls", ["watch": true], token: guest["access_token"]?.stringValue ?? "")
    #expect(reply["calls"]?.arrayValue?.compactMap { $0["call"]?["id"]?.stringValue } == ["band", "talk"])
  }

  @Test("users are found by id, name and role")
  func users() async {
    let vendor = TestVendor()
    await vendor.send(
      "POST", "/api/v2/users",
      [
        "users": [
          "a": ["id": "a", "name": "Ada"], "b": ["id": "b", "name": "Bob", "role": "admin"], "c": ["id": "c"],
        ]
      ])
    let filters: [(String, [String])] = [
      (#"{"id":{"$in":["a","c","z"]}}"#, ["c", "a"]), (#"{"role":"admin"}"#, ["b"]),
      (#"{"name":{"$autocomplete":"ad"}}"#, ["a"]), (#"{"id":{"$nin":["a","b"]}}"#, ["c"]), ("{}", ["c", "b", "a"]),
    ]
    for (filter, expected) in filters {
      let payload = #"{"filter_conditions":\#(filter),"sort":null,"limit":null}"#
      let reply = await vendor.send("GET", "/api/v2/users", query: "api_key=mockstreamkey&payload=\(payload)")
      #expect(reply.status == 200)
      #expect(reply["users"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == expected, "\(filter)")
    }
    let page = await vendor.send(
      "GET", "/api/v2/users", query: #"api_key=mockstreamkey&payload={"filter_conditions":{},"limit":1,"offset":1}"#)
    #expect(page["users"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["b"])
  }
}
