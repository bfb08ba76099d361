import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Recordings")
struct RecordingTests {
  /// A room with somebody in it who sends sound, its events caught from here on.
  static func occupied(
    _ body: JSON? = nil, _ change: (inout VideoSDKMockOptions) -> Void = { _ in }
  ) async -> (vendor: TestVendor, room: String, session: String) {
    let vendor = TestVendor(change)
    let room = await vendor.room(body)
    let session = await vendor.join("a", room, ["name": "Ann", "audio": true])
    await vendor.listen()
    return (vendor, room, session)
  }

  private func start(_ vendor: TestVendor, _ room: String, _ more: JSONObject = [:]) async -> Reply {
    var body = more
    body["roomId"] = .string(room)
    return await vendor.send("POST", "/v2/recordings/start", .object(body))
  }

  private func stop(_ vendor: TestVendor, _ room: String) async -> Reply {
    await vendor.send("POST", "/v2/recordings/end", ["roomId": .string(room)])
  }

  @Test("a recording is started and stopped with bare texts, and a row appears when it has stopped")
  func life() async {
    let (vendor, room, session) = await Self.occupied()
    let started = await start(vendor, room, ["config": ["mode": "audio", "layout": ["type": "GRID", "gridSize": 4]]])
    #expect(started.status == 200)
    #expect(started.json == "Recording started successfully")
    await vendor.advance(seconds: 10)
    #expect(await vendor.send("GET", "/v2/recordings")["data"] == [])
    let stopped = await stop(vendor, room)
    #expect(stopped.json == "Recording ended successfully")
    await vendor.advance(seconds: 1)
    #expect(await vendor.send("GET", "/v2/recordings")["data"] == [])
    await vendor.advance(seconds: 1)
    let list = await vendor.send("GET", "/v2/recordings", query: "roomId=\(room)&sessionId=\(session)")
    #expect(list["pageInfo", "total"] == 1)
    let row = list["data", "0"]
    #expect(row?["sessionId"]?.stringValue == session)
    #expect(row?["file"]?["meta"]?["duration"] == 10)
    #expect(row?["file"]?["fileUrl"]?.stringValue?.hasSuffix(".mp4") == true)
    let id = row?["id"]?.stringValue ?? ""
    #expect(await vendor.send("GET", "/v2/recordings/\(id)").json == row)
    #expect(await vendor.receiver.wait(4))
    #expect(
      vendor.receiver.types == ["recording-starting", "recording-started", "recording-stopping", "recording-stopped"])
    let data = vendor.receiver.data("recording-stopped")
    #expect(data?["meetingId"]?.stringValue == room)
    #expect(data?["sessionId"]?.stringValue == session)
    #expect(data?["id"]?.stringValue == id)
    #expect(data?["fileUrl"] == row?["file"]?["fileUrl"])
    #expect(vendor.receiver.data("recording-started")?.objectValue?.keys == ["meetingId", "sessionId"])
    await vendor.engine.stop()
  }

  @Test("lists are filtered by room and session, and a deleted row is gone")
  func lists() async {
    let (vendor, room, session) = await Self.occupied()
    _ = await start(vendor, room)
    _ = await stop(vendor, room)
    await vendor.advance(seconds: 2)
    for query in ["roomId=other", "sessionId=other", "roomId=\(room)&sessionId=other"] {
      #expect(await vendor.send("GET", "/v2/recordings", query: query)["data"] == [])
    }
    let list = await vendor.send("GET", "/v2/recordings/", query: "sessionId=\(session)")
    let path = "/v2/recordings/" + (list["data", "0", "id"]?.stringValue ?? "")
    #expect(await vendor.send("DELETE", path).json == "Room recording deleted successfully")
    #expect(await vendor.send("GET", path).refusal == "0/404")
    #expect(await vendor.send("DELETE", path).refusal == "0/404")
    #expect(await vendor.send("GET", "/v2/recordings")["data"] == [])
    await vendor.engine.stop()
  }

  @Test("a second start is refused while one runs, stops, or is still worked on")
  func second() async {
    let (vendor, room, _) = await Self.occupied()
    _ = await start(vendor, room)
    #expect(await start(vendor, room).refusal == "4018/400", "starting")
    await vendor.advance(seconds: 2)
    let running = await start(vendor, room)
    #expect(running.refusal == "4018/400")
    #expect(running.message == "Recording is already started")
    _ = await stop(vendor, room)
    let stopping = await start(vendor, room)
    #expect(stopping.refusal == "4018/400")
    #expect(stopping.message == "Previous Recording is still processing")
    await vendor.advance(seconds: 6)
    #expect(await start(vendor, room).refusal == "4018/400", "its file is made")
    await vendor.advance(seconds: 1)
    #expect(await start(vendor, room).status == 200)
    await vendor.engine.stop()
  }

  @Test("a room may have several at once where it was made for it; stopping stops all")
  func several() async {
    let (vendor, room, _) = await Self.occupied(["multiComposition": ["recording": true]])
    for _ in 0..<2 { #expect(await start(vendor, room).status == 200) }
    await vendor.advance(seconds: 2)
    #expect(await stop(vendor, room).status == 200)
    #expect(await start(vendor, room).status == 200, "and none waits for another's file")
    await vendor.advance(seconds: 2)
    #expect(await vendor.send("GET", "/v2/recordings")["pageInfo", "total"] == 2)
    await vendor.engine.stop()
  }

  @Test("a plan bounds how many run, over all rooms")
  func quota() async {
    let (vendor, room, _) = await Self.occupied { $0.quotas = .free }
    let other = await vendor.room()
    await vendor.join("b", other)
    #expect(await start(vendor, room).status == 200)
    #expect(await start(vendor, other).refusal == "4028/400")
    await vendor.engine.stop()
  }

  @Test("stopping what does not run is an error, in the vendor's words")
  func idle() async {
    let (vendor, room, _) = await Self.occupied()
    let reply = await stop(vendor, room)
    #expect(reply.refusal == "0/400")
    #expect(reply.message == "Recording is not started")
    _ = await start(vendor, room)
    #expect(await stop(vendor, room).status == 200, "even before it has started")
    #expect(await stop(vendor, room).refusal == "0/400")
    await vendor.engine.stop()
  }

  @Test("without a session nothing is recorded")
  func noSession() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    for reply in [await start(vendor, room), await stop(vendor, room)] {
      #expect(reply.refusal == "0/404")
      #expect(reply.message == "No active session found")
    }
    await vendor.engine.stop()
  }

  @Test(
    "what is asked for must be as it must be",
    arguments: [
      (#"{}"#, "roomId"), (#"{"roomId":1}"#, "roomId"),
      (#"{"config":{"layout":{"gridSize":26}}}"#, "config.layout.gridSize"),
      (#"{"config":{"layout":{"type":"ROUND"}}}"#, "config.layout.type"),
      (#"{"config":{"mode":"loud"}}"#, "config.mode"),
      (#"{"config":{"recording":{}}}"#, "config.recording"), (#"{"webhookUrl":"http://a.test/"}"#, "webhookUrl"),
      (#"{"transcription":{"enabled":"yes"}}"#, "transcription.enabled"), (#"{"fileFormat":"mp4"}"#, "fileFormat"),
      (#"{"templateUrl":3}"#, "templateUrl"),
    ])
  func malformed(_ text: String, _ field: String) async throws {
    let (vendor, room, _) = await Self.occupied()
    var body = try #require(JSON.parse(Array(text.utf8), mode: .strict).objectValue)
    if field != "roomId" { body["roomId"] = .string(room) }
    let reply = await vendor.send("POST", "/v2/recordings/start", .object(body))
    #expect(reply.refusal == "0/400")
    #expect(reply.message.hasPrefix(field), "\(reply.message)")
    #expect(await stop(vendor, room).message == "Recording is not started")
    await vendor.engine.stop()
  }

  @Test("after two hours the vendor stops by itself")
  func limit() async {
    let (vendor, room, _) = await Self.occupied()
    _ = await start(vendor, room)
    await vendor.advance(seconds: 7199)
    #expect(await start(vendor, room).message == "Recording is already started")
    await vendor.advance(seconds: 3)
    #expect(await vendor.send("GET", "/v2/recordings")["data", "0", "file", "meta", "duration"] == 7200)
    #expect(await vendor.receiver.wait(for: "recording-stopped"))
    await vendor.engine.stop()
  }

  @Test("the end of a session stops what runs, and its file appears all the same")
  func sessionEnds() async {
    let (vendor, room, session) = await Self.occupied()
    _ = await start(vendor, room)
    await vendor.advance(seconds: 5)
    await vendor.leave("a", room)
    await vendor.advance(seconds: 7)
    #expect(await vendor.send("GET", "/v2/recordings", query: "sessionId=\(session)")["pageInfo", "total"] == 1)
    #expect(await vendor.receiver.wait(for: "recording-stopped"))
    let types = vendor.receiver.types.filter { $0 == "session-ended" || $0.hasPrefix("recording-stop") }
    #expect(types == ["recording-stopping", "session-ended", "recording-stopped"])
    #expect(vendor.receiver.data("recording-stopped")?["sessionId"]?.stringValue == session)
    await vendor.engine.stop()
  }

  @Test("a recording can break off")
  func failure() async {
    let (vendor, room, _) = await Self.occupied()
    _ = await start(vendor, room)
    #expect(await vendor.control("POST", "rooms/\(room)/egress-failed", [:]).status == 204)
    #expect(await vendor.control("POST", "rooms/\(room)/egress-failed", [:]).status == 404)
    #expect(await vendor.receiver.wait(for: "recording-failed"))
    #expect(await stop(vendor, room).message == "Recording is not started")
    #expect(await start(vendor, room).status == 200, "nothing is left to be worked on")
    await vendor.advance(seconds: 60)
    #expect(await vendor.send("GET", "/v2/recordings")["data"] == [])
    await vendor.engine.stop()
  }

  @Test("a room can start recording with its first participant")
  func automatic() async {
    let vendor = TestVendor()
    let room = await vendor.room([
      "autoStartConfig": ["recording": ["config": ["mode": "audio"]], "hls": ["config": ["mode": "audio"]]]
    ])
    await vendor.join("a", room)
    await vendor.join("b", room)
    let egress = await vendor.control("GET", "state")[TestVendor.key, "rooms", "0", "egress"]?.arrayValue
    #expect(egress?.compactMap { $0["kind"]?.stringValue } == ["recording", "hls"])
    await vendor.engine.stop()
  }

  @Test("a recording to the customer's own storage has no address")
  func ownStorage() async {
    let (vendor, room, _) = await Self.occupied(nil) { $0.namesRecordingIDs = false }
    _ = await start(vendor, room, ["awsDirPath": "s3://bucket/talks"])
    _ = await stop(vendor, room)
    await vendor.advance(seconds: 2)
    let row = await vendor.send("GET", "/v2/recordings")["data", "0"]
    #expect(row?["file"]?["fileUrl"] == .null)
    #expect(row?["file"]?["filePath"]?.stringValue?.hasPrefix("s3://bucket/talks/") == true)
    #expect(await vendor.receiver.wait(for: "recording-stopped"))
    let data = vendor.receiver.data("recording-stopped")
    #expect(data?["fileUrl"] == .null)
    #expect(data?["id"] == nil, "as older pages have it")
    await vendor.engine.stop()
  }

  @Test("somebody inside starts and stops by the same rules, without naming the room")
  func inside() async throws {
    let (vendor, room, _) = await Self.occupied()
    let done = vendor.mock.work(on: TestVendor.key) { tenant in
      var outcomes: [String] = []
      func note(_ body: () throws(VideoSDKRefusal) -> Void) {
        do throws(VideoSDKRefusal) {
          try body()
          outcomes.append("done")
        } catch { outcomes.append("\(error.code?.rawValue ?? 0) \(error.message)") }
      }
      note { () throws(VideoSDKRefusal) in try tenant.stop(.recording, in: room, at: 1) }
      for body: JSONObject in [["config": ["mode": "loud"]], ["config": ["mode": "audio"]], [:]] {
        note { () throws(VideoSDKRefusal) in
          _ = try tenant.start(.recording, .recording, in: room, VideoSDKBody(body), at: 2)
        }
      }
      note { () throws(VideoSDKRefusal) in try tenant.stop(.recording, in: room, at: 3) }
      return outcomes
    }
    #expect(
      done?.value == [
        "0 Recording is not started", "0 config.mode must be one of video-and-audio, audio", "done",
        "4018 Recording is already started", "done",
      ])
    await vendor.engine.stop()
  }
}
