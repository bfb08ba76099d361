import HTTPTypes
import JSONCoding
import StructuredLogging
import Testing

@Suite("What leaves a room")
struct EgressTests {
  /// The vendor tells something of the recording.
  private func tell(_ harness: Harness, _ room: String, _ step: String) async {
    let body: JSON = ["room": .string(room), "recording": .string(step)]
    let reply = await harness.send("POST", "/v1/hooks/test-main", body, key: .some(nil), fields: ["X-Test": "yes"])
    #expect(reply.status == 200)
  }

  @Test("every answer is as the document says")
  func schemas() async throws {
    let harness = try await Harness(records: true)
    let document = try JSON.parse(await harness.send("GET", "/openapi.json").bytes, mode: .strict)
    let checker = SchemaChecker(document)
    let path = "/v1/rooms/\(await harness.room())"
    let rtmp: JSON = ["kind": "rtmp", "url": "rtmp://x.test/live/k", "key": "k"]
    let samples: [(schema: String, status: Int, reply: Reply)] = [
      ("Recording", 201, await harness.send("POST", path + "/recordings")),
      ("Broadcast", 201, await harness.send("POST", path + "/broadcasts", ["kind": "hls"])),
      ("Broadcast", 201, await harness.send("POST", path + "/broadcasts", rtmp)),
      ("Transcription", 201, await harness.send("POST", path + "/transcriptions", ["language": "en"])),
      ("RecordingPage", 200, await harness.send("GET", path + "/recordings")),
      ("BroadcastPage", 200, await harness.send("GET", path + "/broadcasts")),
      ("TranscriptionPage", 200, await harness.send("GET", path + "/transcriptions")),
    ]
    for (schema, status, reply) in samples {
      #expect(reply.status == status, "\(schema): \(reply.text)")
      let faults = checker.faults(in: reply.json, schema: ["$ref": .string("#/components/schemas/" + schema)])
      #expect(faults.isEmpty, "\(schema): \(faults) in \(reply.text)")
    }
  }

  @Test("a recording has its place, its state and, once ready, a fresh address that nobody stores")
  func recording() async throws {
    let harness = try await Harness(records: true)
    let room = await harness.room()
    let started = await harness.send("POST", "/v1/rooms/\(room)/recordings", ["audio_only": true])
    let id = try #require(started.json["id"]?.stringValue)
    let path = "/v1/rooms/\(room)/recordings/\(id)"
    #expect(started.fields["Location"] == path)
    #expect(started.json["state"] == "starting")
    #expect(harness.provider.studio?.calls == ["record room true"])
    await tell(harness, room, "started")
    #expect(await harness.send("GET", "/v1/rooms/\(room)").json["recording"] == true)
    #expect(await harness.send("GET", path).json["state"] == "recording")
    #expect(await harness.send("DELETE", path).code == "conflict")
    await tell(harness, room, "ready")
    let ready = await harness.send("GET", path)
    #expect(ready.json["state"] == "ready")
    #expect(
      ready.json["files"] == [
        [
          "name": "a.mp4", "started_at": "1970-01-01T00:00:00.000Z", "ended_at": nil,
          "url": "https://files.test/a?sig=1", "expires_at": "2026-01-01T00:00:00.000Z",
        ]
      ])
    #expect(ready.fields["Cache-Control"] == "no-store")
    let events = await harness.send("GET", "/v1/rooms/\(room)/events").text
    #expect(!events.contains("files.test"))
    #expect(events.contains("recording.ready"))
    #expect(await harness.send("DELETE", path).status == 204)
    #expect(await harness.send("GET", path).code == "not_found")
  }

  @Test("a stop that comes too early is accepted, one that comes too late changes nothing")
  func stopping() async throws {
    let harness = try await Harness(records: true)
    let room = await harness.room()
    let id = await harness.send("POST", "/v1/rooms/\(room)/recordings").json["id"]?.stringValue ?? ""
    let path = "/v1/rooms/\(room)/recordings/\(id)/stop"
    let early = await harness.send("POST", path)
    #expect(early.status == 202)
    #expect(early.json["outcome"] == "pending")
    await tell(harness, room, "stopped")
    let late = await harness.send("POST", path)
    #expect(late.status == 200)
    #expect(late.json["changed"] == false)
    #expect(late.json["reason"] == "already")
    #expect(await harness.send("POST", "/v1/rooms/\(room)/broadcasts/\(id)/stop").code == "not_found")
    #expect(await harness.send("POST", "/v1/rooms/\(room)/recordings/rec_0/stop").code == "not_found")
  }

  @Test(
    "what a start is asked for must make sense",
    arguments: [
      ("recordings", ["mode": "all"], ["/mode"]), ("recordings", ["participant": "ana"], ["/participant"]),
      ("recordings", ["mode": "room", "participant": "par_1"], ["/participant"]),
      ("recordings", ["audio_only": 1, "more": 1], ["/audio_only", "/more"]), ("broadcasts", [:], ["/kind"]),
      ("broadcasts", ["kind": "hls", "url": "rtmp://x", "key": "k"], ["/url", "/key"]),
      ("broadcasts", ["kind": "rtmp"], ["/url"]), ("broadcasts", ["kind": "rtmp", "url": "https://x"], ["/url"]),
      ("broadcasts", ["kind": "rtmp", "url": "rtmp://a b"], ["/url"]),
      ("broadcasts", ["kind": "rtmp", "url": "rtmp://x", "key": ""], ["/key"]),
      ("transcriptions", ["language": "xx"], ["/language"]), ("transcriptions", ["captions": "yes"], ["/captions"]),
    ] as [(String, JSON, [String])])
  func badBodies(_ what: String, _ body: JSON, _ pointers: [String]) async throws {
    let harness = try await Harness(records: true)
    let reply = await harness.send("POST", "/v1/rooms/\(await harness.room())/\(what)", body)
    #expect(reply.status == 400)
    #expect(reply.pointers == pointers, "\(reply.text)")
    #expect(harness.provider.studio?.calls == [])
  }

  @Test("a mode that the provider lacks is no bad request")
  func lackingMode() async throws {
    let harness = try await Harness(records: true)
    let reply = await harness.send("POST", "/v1/rooms/\(await harness.room())/recordings", ["mode": "track"])
    #expect(reply.status == 422)
    #expect(reply.json["capability"] == "recording")
  }

  @Test("the key of a broadcast goes to the provider and nowhere else")
  func secrets() async throws {
    let harness = try await Harness(records: true)
    let room = await harness.room()
    let body: JSON = ["kind": "rtmp", "url": "rtmps://x.test/live/hidden-1", "key": "hidden-2"]
    let reply = await harness.send("POST", "/v1/rooms/\(room)/broadcasts", body, fields: ["Idempotency-Key": "k-1"])
    #expect(harness.provider.studio?.calls == ["rtmp rtmps://x.test/live/hidden-1 hidden-2"])
    #expect(reply.json["destination"] == "rtmps://x.test/live")
    let list = await harness.send("GET", "/v1/rooms/\(room)/broadcasts")
    let again = await harness.send("POST", "/v1/rooms/\(room)/broadcasts", body)
    #expect(again.code == "already_running")
    #expect(again.json["existing_id"] == reply.json["id"])
    for text in [reply.text, list.text, again.text] + harness.logs.lines { #expect(!text.contains("hidden")) }
  }

  @Test("lists go on behind their cursor, newest first")
  func paging() async throws {
    let harness = try await Harness(records: true)
    let room = await harness.room()
    var ids: [String] = []
    for number in 0..<3 {
      let body: JSON = ["kind": "rtmp", "url": .string("rtmp://x.test/\(number)")]
      ids.append(await harness.send("POST", "/v1/rooms/\(room)/broadcasts", body).json["id"]?.stringValue ?? "")
    }
    let first = await harness.send("GET", "/v1/rooms/\(room)/broadcasts?limit=2")
    let cursor = try #require(first.json["next_cursor"]?.stringValue)
    let second = await harness.send("GET", "/v1/rooms/\(room)/broadcasts?limit=2&cursor=\(cursor)")
    let listed = [first, second].flatMap { $0.json["items"]?.arrayValue ?? [] }.compactMap { $0["id"]?.stringValue }
    #expect(listed == ids.reversed())
    #expect(second.json["next_cursor"] == .null)
    #expect(await harness.send("GET", "/v1/rooms/\(room)/broadcasts?cursor=x").pointers == ["?cursor"])
  }
}
