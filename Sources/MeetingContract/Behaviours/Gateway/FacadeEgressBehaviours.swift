import GatewayEngine
import JSONCoding
import MeetingCore

/// Recordings, broadcasts and transcriptions through the API.
enum FacadeEgressBehaviours {
  private static let live = Set<ContractBehaviour.Requirement>.live

  static let all: [ContractBehaviour] = [
    .gateway(
      "a-recording-from-start-to-file", "A recording is told once at each step, and its file has a fresh address.",
      capabilities: [.recording, .recordingRead], live.union([.clock])
    ) { try await wholeLife($0) },
    .gateway(
      "a-recording-runs-once", "Starting what runs is refused with its id; stopping twice changes nothing.",
      capabilities: [.recording], live
    ) { try await once($0) },
    .gateway(
      "a-lost-start-is-one-recording", "A start whose answer was lost, sent again, is exactly one recording.",
      capabilities: [.recording], live.union([.faults])
    ) { try await lostStart($0) },
    .gateway(
      "a-room-records-by-itself", "A room that is to be recorded automatically is, and lists the recording as its own.",
      capabilities: [.recording], live
    ) { try await automatic($0) },
    .gateway(
      "an-empty-room-is-not-recorded", "Without a session a recording is 409, and none is left behind.",
      capabilities: [.recording]
    ) { bench in
      let room = try await bench.open()
      let reply = await bench.send("POST", room.path + "/recordings", [:])
      bench.expect(reply, 409, "no_active_session", "recording an empty room")
      let left = await bench.send("GET", room.path + "/recordings").items.count
      bench.run.report.expect(left == 0, "\(left) recordings are listed")
    },
    .gateway(
      "a-lost-recording-hook-is-found-by-reading", "What no delivery told of a recording is found by reading the room.",
      capabilities: [.recording, .presence], live
    ) { try await lost($0) },
    .gateway(
      "a-rooms-end-ends-its-recording", "The end of a room stops its recording, told once.", capabilities: [.recording],
      live
    ) { try await ends($0) },
    .gateway(
      "stopping-live-stops-what-is-not-kept", "Stopping live ends the recording and keeps the broadcast that it names.",
      capabilities: [.stage, .recording, .hls], kinds: [.audioRoom], live
    ) { try await stopsLive($0) },
    .gateway(
      "an-empty-room-goes-live-recorded", "What goes live with an empty room starts when somebody comes.",
      capabilities: [.stage, .recording], kinds: [.audioRoom], live
    ) { try await waits($0) },
    .gateway(
      "a-stream-key-is-never-shown", "The key of an RTMP broadcast is in no answer, list or event.",
      capabilities: [.rtmp], live
    ) { try await keepsKey($0) },
    .gateway(
      "captions-are-told", "What is said comes as captions while a transcription asks for them.",
      capabilities: [.transcription, .captions], live
    ) { try await captions($0) },
  ]

  // MARK: Ways

  private static func occupied(_ bench: GatewayBench) async throws -> GatewayBench.OpenedRoom {
    let room = try await bench.open()
    try await bench.join("omar", room)
    return room
  }

  private static func start(_ what: String, _ body: JSON, _ bench: GatewayBench, _ room: GatewayBench.OpenedRoom)
    async throws -> String
  {
    let reply = await bench.send("POST", room.path + "/" + what, body)
    bench.expect(reply, 201, nil, "starting one of \(what)")
    return try bench.run.report.require(reply["id"]?.stringValue, "the answer names no id: \(reply.short)")
  }

  /// Waits until a type was told, and that it stays at once.
  private static func expectOnce(_ type: String, _ bench: GatewayBench, _ room: GatewayBench.OpenedRoom)
    async throws
  {
    let came = try await bench.run.eventually { await !bench.events(type, in: room).isEmpty }
    let count = await bench.events(type, in: room).count
    bench.run.report.expect(came && count == 1, "\(type) was told \(count) times")
  }

  // MARK: Behaviours

  private static func wholeLife(_ bench: GatewayBench) async throws {
    let room = try await occupied(bench)
    let path = room.path + "/recordings/" + (try await start("recordings", [:], bench, room))
    try await expectOnce("recording.started", bench, room)
    bench.run.report.expect(await bench.send("GET", room.path)["recording"] == true, "the room does not say so")
    await bench.run.fixture.advance?(.seconds(5))
    let stop = await bench.send("POST", path + "/stop")
    bench.run.report.expect(stop["changed"] == true, "stopping it changed nothing: \(stop.short)")
    try await expectOnce("recording.stopped", bench, room)
    bench.run.report.expect(await bench.send("GET", room.path)["recording"] == false, "the room says it is recorded")
    let making = await bench.send("GET", path)
    bench.expect(making, 200, nil, "reading what is being made")
    await bench.run.fixture.advance?(.seconds(300))
    try await expectOnce("recording.ready", bench, room)
    let ready = await bench.send("GET", path)
    bench.run.report.expect(ready["state"] == "ready", "it is \(ready["state"]?.stringValue ?? "nothing")")
    let url = ready["files"]?.arrayValue?.first?["url"]?.stringValue
    bench.run.report.expect(url?.hasPrefix("http") == true, "its file has no address")
    let texts = await bench.events(in: room).map { $0.text() }
    bench.run.report.expect(texts.allSatisfy { !$0.contains(url ?? "?") }, "an event has the address")
    bench.expect(await bench.send("DELETE", path), 204, nil, "deleting it")
    bench.expect(await bench.send("GET", path), 404, "not_found", "reading a deleted one")
  }

  private static func once(_ bench: GatewayBench) async throws {
    let room = try await occupied(bench)
    let id = try await start("recordings", [:], bench, room)
    let again = await bench.send("POST", room.path + "/recordings", [:])
    bench.expect(again, 409, "already_running", "a second start")
    bench.run.report.expect(again["existing_id"]?.stringValue == id, "the one that runs is not named")
    try await expectOnce("recording.started", bench, room)
    let path = room.path + "/recordings/\(id)/stop"
    bench.run.report.expect(await bench.send("POST", path)["changed"] == true, "stopping changed nothing")
    bench.run.report.expect(await bench.send("POST", path)["changed"] == false, "stopping again changed something")
    try await expectOnce("recording.stopped", bench, room)
  }

  private static func lostStart(_ bench: GatewayBench) async throws {
    let room = try await occupied(bench)
    try await bench.run.faults().inject(.lostReply, on: .record, times: 1)
    let first = await bench.send("POST", room.path + "/recordings", [:])
    bench.run.report.expect([503, 504].contains(first.status), "a start without an answer was \(first.short)")
    try await expectOnce("recording.started", bench, room)
    let again = await bench.send("POST", room.path + "/recordings", [:])
    bench.expect(again, 409, "already_running", "the start sent again")
    let listed = await bench.send("GET", room.path + "/recordings").items.compactMap { $0["id"] }
    bench.run.report.expect(listed == [again["existing_id"] ?? .null], "the list is \(listed)")
    try await expectOnce("recording.started", bench, room)
  }

  private static func automatic(_ bench: GatewayBench) async throws {
    guard case .object(var body) = bench.createBody else { return }
    body["settings"] = ["record_automatically": true]
    let room = try bench.opened(await bench.send("POST", "/v1/rooms", .object(body)))
    if bench.hasStage { _ = await bench.send("POST", room.path + "/go-live") }
    try await bench.join("omar", room)
    try await expectOnce("recording.started", bench, room)
    let listed = await bench.send("GET", room.path + "/recordings").items
    bench.run.report.expect(listed.map { $0["started_by"] } == [.null], "the list is \(listed.map { $0.text() })")
    let id = listed.first?["id"]?.stringValue ?? ""
    let stop = await bench.send("POST", room.path + "/recordings/\(id)/stop")
    bench.run.report.expect(stop["changed"] == true, "it cannot be stopped: \(stop.short)")
  }

  private static func lost(_ bench: GatewayBench) async throws {
    let room = try await occupied(bench)
    if try await bench.run.snapshot(of: room.provided).egress == nil {
      try bench.run.report.lack("the vendor does not tell what runs")
    }
    bench.relay.copies = 0
    let id = try await start("recordings", [:], bench, room)
    bench.run.report.expect(await bench.gateway.reconcile(room.id), "the room could not be read")
    try await expectOnce("recording.started", bench, room)
    let stop = await bench.send("POST", room.path + "/recordings/\(id)/stop")
    bench.expect(stop, 200, nil, "stopping")
    let read = await bench.gateway.reconcile(room.id)
    bench.run.report.expect(read, "the room could not be read again")
    try await expectOnce("recording.stopped", bench, room)
    let listed = await bench.send("GET", room.path + "/recordings").items.compactMap { $0["id"]?.stringValue }
    bench.run.report.expect(listed == [id], "the list is \(listed)")
  }

  private static func ends(_ bench: GatewayBench) async throws {
    let room = try await occupied(bench)
    _ = try await start("recordings", [:], bench, room)
    try await expectOnce("recording.started", bench, room)
    let end = await bench.send("POST", room.path + "/end")
    // A vendor that ends later says so.
    bench.run.report.expect(end.status == 200 || end.status == 202, "ending was \(end.short)")
    try await expectOnce("recording.stopped", bench, room)
    try await expectOnce("room.ended", bench, room)
    let refused = await bench.send("POST", room.path + "/recordings", [:])
    bench.expect(refused, 409, "room_ended", "recording an ended room")
  }

  private static func stopsLive(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    try await bench.join("nadia", room)
    let live = await bench.send("POST", room.path + "/go-live", ["record": true, "broadcast_hls": true])
    let failed = live["failed"]?.arrayValue ?? []
    if failed.contains(where: { $0["kind"] == "broadcast" && $0["error"]?["code"] == "already_running" }) {
      try bench.run.report.lack("nothing else leaves a room while it is recorded")
    }
    let kinds = live["started"]?.arrayValue?.compactMap { $0["kind"]?.stringValue } ?? []
    bench.run.report.expect(kinds == ["recording", "broadcast"], "going live started \(kinds): \(live.short)")
    try await expectOnce("recording.started", bench, room)
    try await expectOnce("broadcast.ready", bench, room)
    let stop = await bench.send("POST", room.path + "/stop-live", ["keep": ["broadcast"]])
    bench.expect(stop, 200, nil, "stopping live")
    try await expectOnce("recording.stopped", bench, room)
    let view = await bench.send("GET", room.path)
    bench.run.report.expect(view["broadcasting"] == true, "the broadcast was not kept")
    let playback = await bench.send("GET", room.path + "/broadcasts").items.first?["playback_url"]?.stringValue
    bench.run.report.expect(playback?.hasPrefix("http") == true, "the broadcast can be seen nowhere")
  }

  private static func waits(_ bench: GatewayBench) async throws {
    let room = try await bench.create()
    let live = await bench.send("POST", room.path + "/go-live", ["record": true])
    let id = live["started"]?.arrayValue?.first?["id"]?.stringValue ?? "none"
    let waiting = await bench.send("GET", room.path + "/recordings/\(id)")
    bench.run.report.expect(waiting["state"] == "starting", "it does not wait: \(live.short)")
    try await bench.join("omar", room)
    try await expectOnce("recording.started", bench, room)
    let running = await bench.send("GET", room.path + "/recordings/\(id)")
    bench.run.report.expect(running["state"] == "recording", "another one runs")
  }

  private static func keepsKey(_ bench: GatewayBench) async throws {
    let room = try await occupied(bench)
    let key = "hidden-stream-key-42"
    let body: JSON = ["kind": "rtmp", "url": "rtmps://live.example/app", "key": .string(key)]
    let reply = await bench.send("POST", room.path + "/broadcasts", body)
    bench.expect(reply, 201, nil, "starting the broadcast")
    bench.run.report.expect(reply["destination"] == "rtmps://live.example/app", "the destination is not told")
    try await expectOnce("broadcast.started", bench, room)
    bench.expect(await bench.send("POST", room.path + "/broadcasts", body), 409, "already_running", "the same again")
    let list = await bench.send("GET", room.path + "/broadcasts")
    let texts = [reply.json.text(), list.json.text()] + (await bench.events(in: room).map { $0.text() })
    bench.run.report.expect(texts.allSatisfy { !$0.contains(key) }, "the key is shown")
    let id = reply["id"]?.stringValue ?? ""
    bench.expect(await bench.send("POST", room.path + "/broadcasts/\(id)/stop"), 200, nil, "stopping it")
    try await expectOnce("broadcast.stopped", bench, room)
  }

  private static func captions(_ bench: GatewayBench) async throws {
    let room = try await occupied(bench)
    let id = try await start("transcriptions", ["captions": true], bench, room)
    try await expectOnce("transcription.started", bench, room)
    let isHeard = try await bench.run.eventually {
      guard try await bench.run.devices().say("good evening", as: "omar", in: room.provided) else {
        try bench.run.report.skip("the harness makes nobody speak")
      }
      guard bench.hasSeat else { return true }
      // Until the seat is there, nobody hears of it.
      try await Task.sleep(for: .milliseconds(50))
      return await !bench.events("caption.received", in: room).isEmpty
    }
    bench.run.report.expect(isHeard, "nobody hears what is said")
    let caption = try await bench.awaitEvent("caption.received", about: "omar", in: room)
    bench.run.report.expect(caption["data"]?["text"] == "good evening", "the caption is \(caption.text())")
    let stop = await bench.send("POST", room.path + "/transcriptions/\(id)/stop")
    bench.run.report.expect(stop["changed"] == true, "stopping changed nothing: \(stop.short)")
    try await expectOnce("transcription.stopped", bench, room)
  }
}
