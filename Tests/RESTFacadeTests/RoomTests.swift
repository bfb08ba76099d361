import HTTPTypes
import JSONCoding
import MeetingCore
import Testing

@testable import RESTFacade

@Suite("Rooms")
struct RoomTests {
  @Test(
    "options for a kind that no provider is of are refused, each with its place",
    arguments: [("another", "another"), ("Testkind", "Testkind"), ("a/b~c", "a~1b~0c"), ("", "")])
  func unknownKinds(_ kind: String, _ place: String) async throws {
    let harness = try await Harness()
    var options = JSONObject()
    options[kind] = ["x": 1]
    options["testkind"] = ["color": "blue"]
    let reply = await harness.send("POST", "/v1/rooms", ["kind": "meeting", "provider_options": .object(options)])
    #expect(reply.status == 400)
    #expect(reply.pointers == ["/provider_options/" + place])
    #expect(harness.provider.calls.isEmpty)
  }

  @Test("options that their provider does not take are refused, each with its place")
  func refusedOptions() async throws {
    let harness = try await Harness()
    let options: JSON = ["testkind": ["color": "black"]]
    let reply = await harness.send("POST", "/v1/rooms", ["kind": "meeting", "provider_options": options])
    #expect(reply.status == 400)
    #expect(reply.pointers == ["/provider_options/testkind/color"])
    #expect(harness.provider.calls.isEmpty)
  }

  @Test("a room that records by itself needs a provider that records")
  func recordsAutomatically() async throws {
    let harness = try await Harness()
    let settings: JSON = ["record_automatically": true]
    let named = await harness.send(
      "POST", "/v1/rooms", ["kind": "meeting", "provider": "test-main", "settings": settings])
    #expect(named.status == 422)
    #expect(named.code == "capability_unsupported")
    #expect(named.json["capability"] == "recording")
    let routed = await harness.send("POST", "/v1/rooms", ["kind": "meeting", "settings": settings])
    #expect(routed.code == "no_provider_fits")
    let room = await harness.room(["kind": "meeting", "settings": ["record_automatically": false]])
    #expect(room.hasPrefix("room_"))
    let changed = await harness.send("PATCH", "/v1/rooms/\(room)", ["settings": settings])
    #expect(changed.status == 422)
    #expect(changed.json["capability"] == "recording")
    #expect(
      await harness.send("PATCH", "/v1/rooms/\(room)", ["settings": ["record_automatically": false]]).status == 200)
    #expect(!harness.provider.calls.contains { $0.hasPrefix("record") })
  }

  @Test("a room has the form that is promised")
  func form() async throws {
    let harness = try await Harness()
    let reply = await harness.send(
      "POST", "/v1/rooms",
      [
        "kind": "audio_room", "external_id": "evening-jazz", "title": "Evening jazz",
        "description": "Records after dark", "custom": ["genre": "jazz"],
        "host": ["external_id": "nadia", "name": "Nadia"], "join_ahead_seconds": 600,
        "starts_at": "2030-01-01T20:00:00+02:00",
        "settings": ["max_participants": 50, "empty_timeout_seconds": 120],
        "members": [["person": ["external_id": "bo"], "role": "speaker"]],
        "provider_options": ["testkind": ["color": "blue"]],
      ])
    #expect(reply.status == 201)
    let room = reply.json
    let id = try #require(room["id"]?.stringValue)
    #expect(reply.fields["Location"] == "/v1/rooms/" + id)
    #expect(id.hasPrefix("room_"))
    let expected: [(String, JSON)] = [
      ("external_id", "evening-jazz"), ("kind", "audio_room"), ("provider", "test-main"),
      ("provider_kind", "testkind"), ("title", "Evening jazz"), ("description", "Records after dark"),
      ("custom", ["genre": "jazz"]), ("state", "backstage"), ("locked", false),
      ("host", ["external_id": "nadia", "name": "Nadia", "image_url": nil]), ("starts_at", "2030-01-01T18:00:00.000Z"),
      ("join_ahead_seconds", 600), ("ended_at", nil), ("session", nil), ("recording", false), ("broadcasting", false),
      ("transcribing", false), ("previous_providers", []), ("sequence", 1),
    ]
    for (name, value) in expected { #expect(room[name] == value, "\(name)") }
    #expect(room["settings"]?["max_participants"] == 50)
    #expect(room["attempts"]?.arrayValue?.first?["outcome"] == "created")
    #expect(room["provider_refs"]?["test"]?.stringValue == "t-" + id)
    #expect(room["participants"] == nil)
    #expect(await harness.send("GET", "/v1/rooms/\(id)").json == room)
    #expect(harness.provider.spec?.options?.text == #"{"color":"blue"}"#)
    #expect(harness.provider.spec?.members.first?.role == .speaker)
  }

  @Test("a change changes what it names and leaves the rest")
  func update() async throws {
    let harness = try await Harness()
    let room = await harness.room(["kind": "meeting", "title": "A", "custom": ["a": 1, "b": 2]])
    let reply = await harness.send(
      "PATCH", "/v1/rooms/\(room)",
      ["description": "D", "custom": ["a": nil, "c": 3], "settings": ["max_participants": 9]])
    #expect(reply.status == 200)
    #expect(reply.json["title"] == "A")
    #expect(reply.json["description"] == "D")
    #expect(reply.json["custom"] == ["b": 2, "c": 3])
    #expect(reply.json["settings"]?["max_participants"] == 9)
    #expect(await harness.send("PATCH", "/v1/rooms/\(room)", ["title": nil]).json["title"] == .null)
    #expect(await harness.send("PATCH", "/v1/rooms/\(room)", ["kind": "audio_room"]).pointers == ["/kind"])
  }

  @Test("the room's controls")
  func controls() async throws {
    let harness = try await Harness()
    let room = await harness.room(["kind": "audio_room"])
    let path = "/v1/rooms/\(room)"
    let live = await harness.send("POST", path + "/go-live", ["record": true, "transcribe": false])
    #expect(live.status == 200)
    #expect(live.json["outcome"] == "applied")
    #expect(live.json["changed"] == true)
    #expect(live.json["started"] == [])
    #expect(live.json["failed"]?.arrayValue?.count == 1)
    #expect(live.json["failed"]?.arrayValue?.first?["kind"] == "recording")
    #expect(live.json["failed"]?.arrayValue?.first?["error"]?["code"] == "capability_unsupported")
    #expect(await harness.send("GET", path).json["state"] == "live")
    #expect(await harness.send("POST", path + "/stop-live", ["keep": ["recording"]]).json["outcome"] == "applied")
    #expect(await harness.send("POST", path + "/stop-live", ["keep": ["cake"]]).pointers == ["/keep/0"])
    #expect(await harness.send("POST", path + "/lock").json["changed"] == true)
    #expect(await harness.send("POST", path + "/lock").json["changed"] == false)
    #expect(await harness.send("GET", path).json["locked"] == true)
    #expect(await harness.send("POST", path + "/unlock").status == 200)
    #expect(await harness.send("POST", path + "/end").json["changed"] == true)
    let again = await harness.send("POST", path + "/end")
    #expect(again.json["changed"] == false)
    #expect(again.json["reason"] == "already_ended")
    #expect(await harness.send("GET", path).json["state"] == "ended")
  }

  @Test("every answer names the request and tells where its time went")
  func common() async throws {
    let harness = try await Harness()
    let named = await harness.send("GET", "/v1/rooms", fields: ["X-Request-Id": "my-request.1_A"])
    #expect(named.fields["X-Request-Id"] == "my-request.1_A")
    let long = String(repeating: "a", count: 129)
    for bad in ["a b", "é", long, ""] {
      let reply = await harness.send("GET", "/v1/nowhere", fields: ["X-Request-Id": bad])
      #expect(reply.fields["X-Request-Id"]?.hasPrefix("req_") == true)
      #expect(reply.json["request_id"]?.stringValue == reply.fields["X-Request-Id"])
    }
    let timing = try #require(named.fields["Server-Timing"])
    #expect(timing.wholeMatch(of: /gateway;dur=\d+\.\d{3}, provider;dur=\d+\.\d{3}/) != nil)
    #expect(named.fields["X-Content-Type-Options"] == "nosniff")
  }

  @Test(
    "a sane traceparent reaches the provider, another does not",
    arguments: [
      ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true),
      ("00-00000000000000000000000000000000-b7ad6b7169203331-01", false),
      ("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false),
      ("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", false), ("nonsense", false),
    ])
  func trace(_ value: String, _ isKept: Bool) async throws {
    let harness = try await Harness()
    _ = await harness.send("POST", "/v1/rooms", ["kind": "meeting"], fields: ["traceparent": value])
    #expect(harness.provider.trace == (isKept ? value : nil))
  }

  @Test("a plain thing that is removed leaves no body")
  func removal() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    _ = await harness.send("POST", "/v1/rooms/\(room)/bans", ["person": ["external_id": "a:b|c"]])
    let reply = await harness.send("DELETE", "/v1/rooms/\(room)/bans/a:b%7Cc")
    #expect(reply.status == 204)
    #expect(reply.bytes.isEmpty)
    #expect(await harness.send("DELETE", "/v1/rooms/\(room)/bans/a%2Cb").status == 400)
  }

  @Test("health and metrics")
  func operating() async throws {
    let harness = try await Harness()
    #expect(await harness.send("GET", "/livez", key: .some(nil)).json == ["status": "ok"])
    let ready = await harness.send("GET", "/readyz", key: .some(nil))
    #expect(ready.status == 200)
    #expect(ready.json["checks"]?["store"] == true)
    _ = await harness.send("GET", "/v1/rooms/room_1")
    _ = await harness.send("BREW", "/v1/rooms/room_1")
    let metrics = await harness.send("GET", "/metrics", key: harness.operator)
    #expect(metrics.fields["Content-Type"]?.hasPrefix("text/plain") == true)
    #expect(
      metrics.text.contains(
        #"switchboard_http_requests_total{method="GET",route="/v1/rooms/{room}",status="404"} 1"#))
    #expect(metrics.text.contains(#"method="other""#))
    #expect(metrics.text.contains("\nswitchboard_http_requests_in_flight 1\n"), "this one")
    #expect(metrics.text.contains("\nswitchboard_event_streams_open 0\n"))
    #expect(metrics.text.contains("\nswitchboard_engine_tasks_running 0\n"))
    #expect(!metrics.text.contains("room_1"))
  }
}
