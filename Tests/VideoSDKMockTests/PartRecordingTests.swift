import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Recordings of people and tracks")
struct PartRecordingTests {
  private func body(_ room: String, _ kind: String?, _ id: String = "a") -> JSON {
    var body: JSONObject = ["roomId": .string(room), "participantId": .string(id)]
    if let kind { body["kind"] = .string(kind) }
    return .object(body)
  }

  private func path(_ kind: String?) -> String { "/v2/recordings/participant" + (kind == nil ? "" : "/track") }

  @Test("one person, or one of their tracks, is recorded beside the room", arguments: [nil, "audio", "screen_video"])
  func life(_ kind: String?) async {
    let (vendor, room, session) = await RecordingTests.occupied()
    let started = await vendor.send("POST", path(kind) + "/start", body(room, kind))
    #expect(started.status == 200)
    #expect(started.message.hasSuffix("recording started successfully"))
    #expect(await vendor.send("POST", path(kind) + "/start", body(room, kind)).refusal == "4018/400")
    await vendor.advance(seconds: 5)
    #expect(await vendor.send("POST", path(kind) + "/stop", body(room, kind)).status == 200)
    #expect(await vendor.send("POST", path(kind) + "/start", body(room, kind)).status == 200, "the next at once")
    await vendor.advance(seconds: 2)
    let list = await vendor.send("GET", path(kind), query: "roomId=\(room)&sessionId=\(session)&participantId=a")
    #expect(list["pageInfo", "total"] == 1)
    #expect(list["data", "0", "participantName"] == "Ann")
    #expect(list["data", "0", "files", "0", "fileUrl"]?.stringValue?.hasSuffix(".webm") == true)
    #expect(await vendor.send("GET", path(kind), query: "participantId=b")["data"] == [])
    #expect(await vendor.send("GET", kind == nil ? path("audio") : path(nil))["data"] == [], "each has its own list")
    let one = path(kind) + "/" + (list["data", "0", "id"]?.stringValue ?? "")
    #expect(await vendor.send("GET", one).json == list["data", "0"])
    #expect(await vendor.send("DELETE", one).status == 200)
    #expect(await vendor.send("GET", one).refusal == "0/404")
    let prefix = kind == nil ? "participant-recording" : "participant-track-recording"
    #expect(await vendor.receiver.wait(for: prefix + "-stopped"))
    let data = vendor.receiver.data(prefix + "-stopped")
    #expect(data?["participantId"] == "a")
    #expect(data?["kind"]?.stringValue == kind)
    #expect(data?["fileFormat"]?.stringValue == (kind == nil ? "webm" : nil))
    #expect(data?["fileDetails"]?.arrayValue?.count == 1)
    await vendor.engine.stop()
  }

  @Test("stopping an idle one says that it is not started", arguments: [nil, "audio"])
  func idle(_ kind: String?) async {
    let (vendor, room, _) = await RecordingTests.occupied()
    let reply = await vendor.send("POST", path(kind) + "/stop", body(room, kind))
    #expect(reply.refusal == "0/400")
    #expect(reply.message.contains("not started"))
    await vendor.engine.stop()
  }

  @Test("only somebody who is in is recorded, by a kind that is known")
  func refusals() async {
    let (vendor, room, _) = await RecordingTests.occupied()
    #expect(await vendor.send("POST", path(nil) + "/start", body(room, nil, "b")).refusal == "0/404")
    #expect(await vendor.send("POST", path("x") + "/start", body(room, nil)).message == "kind is required")
    #expect(await vendor.send("POST", path("x") + "/start", body(room, "sound")).refusal == "0/400")
    #expect(await vendor.send("POST", path(nil) + "/start", ["roomId": .string(room)]).refusal == "0/400")
    let formatted: JSON = ["roomId": .string(room), "participantId": "a", "fileFormat": "avi"]
    #expect(await vendor.send("POST", path(nil) + "/start", formatted).message.hasPrefix("fileFormat"))
    await vendor.engine.stop()
  }

  @Test("a recording ends with its track, and with its person")
  func endsAlong() async {
    let (vendor, room, _) = await RecordingTests.occupied()
    await vendor.join("b", room)
    for kind in [nil, "audio"] { await vendor.send("POST", path(kind) + "/start", body(room, kind)) }
    await vendor.advance(seconds: 2)
    await vendor.control("PATCH", "rooms/\(room)/participants/a", ["audio": false])
    await vendor.advance(seconds: 2)
    #expect(await vendor.send("GET", path("audio"))["pageInfo", "total"] == 1)
    #expect(await vendor.send("GET", path(nil))["pageInfo", "total"] == 0)
    await vendor.leave("a", room)
    await vendor.advance(seconds: 2)
    #expect(await vendor.send("GET", path(nil))["pageInfo", "total"] == 1)
    await vendor.engine.stop()
  }

  @Test("a composition of up to three people is stopped by its handle")
  func composition() async {
    let (vendor, room, session) = await RecordingTests.occupied()
    func start(_ ids: [String]) async -> Reply {
      let people = ids.map { JSON.object(["participantId": .string($0), "kind": "audio"]) }
      return await vendor.send(
        "POST", "/v2/recordings/composite/start", ["roomId": .string(room), "participants": .array(people)])
    }
    #expect(await start([]).refusal == "0/400")
    #expect(await start(["a", "a", "a", "a"]).refusal == "0/400")
    #expect(await start(["a", "b"]).refusal == "0/404")
    let started = await start(["a"])
    #expect(started["sessionId"]?.stringValue == session)
    let handle = started["recordingId"] ?? .null
    func stop(_ id: JSON) async -> Reply {
      await vendor.send("POST", "/v2/recordings/composite/stop", ["roomId": .string(room), "recordingId": id])
    }
    #expect(await stop("other").refusal == "0/400")
    #expect(await stop(handle).status == 200)
    #expect(await stop(handle).refusal == "0/400")
    await vendor.advance(seconds: 2)
    #expect(await vendor.receiver.wait(for: "composite-recording-stopped"))
    #expect(vendor.receiver.data("composite-recording-stopped")?["id"] == handle)
    await vendor.engine.stop()
  }

  @Test("recorded people are merged into one file, whose list is under another name")
  func merging() async {
    let (vendor, room, session) = await RecordingTests.occupied()
    let channel: JSON = [["participantId": "a", "type": "track"]]
    let job: JSON = ["roomId": .string(room), "sessionId": .string(session), "channel1": channel, "channel2": channel]
    #expect(await vendor.send("POST", "/v2/recordings/participant/merge", job).refusal == "0/400", "nothing recorded")
    await vendor.send("POST", path("audio") + "/start", body(room, "audio"))
    await vendor.send("POST", path("audio") + "/stop", body(room, "audio"))
    await vendor.advance(seconds: 2)
    let made = await vendor.send("POST", "/v2/recordings/participant/merge", job)
    #expect(made["status"] == "processing")
    #expect(made["file"] == .null)
    await vendor.advance(seconds: 10)
    let list = await vendor.send("GET", "/v2/recordings/participant/merge")
    #expect(list["data"] == nil)
    #expect(list["recordings"]?.arrayValue?.count == 1)
    #expect(list["recordings", "0", "status"] == "completed")
    let one = await vendor.send("GET", "/v2/recordings/participant/merge/\(made["id"]?.stringValue ?? "")")
    #expect(one["file", "fileUrl"]?.stringValue?.hasSuffix(".mp4") == true)
    #expect(await vendor.send("GET", "/v2/recordings/participant/merge/none").refusal == "0/404")
    #expect(await vendor.receiver.wait(for: "merge-recording-completed"))
    #expect(vendor.receiver.data("merge-recording-completed")?["id"] == made["id"])
    await vendor.engine.stop()
  }
}
