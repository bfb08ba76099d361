import Clocks
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Broadcasts and transcriptions")
struct BroadcastTests {
  private func post(_ vendor: TestVendor, _ path: String, _ room: String, _ more: JSONObject = [:]) async -> Reply {
    var body = more
    body["roomId"] = .string(room)
    return await vendor.send("POST", path, .object(body))
  }

  @Test("HLS alone answers an object, can be watched a while later, and is found by its id and its room")
  func hls() async {
    let (vendor, room, session) = await RecordingTests.occupied()
    let started = await post(vendor, "/v2/hls/start", room, ["config": ["layout": ["gridSize": 25]]])
    #expect(started.status == 200)
    #expect(started["sessionId"]?.stringValue == session)
    #expect(started["playbackHlsUrl"]?.stringValue?.hasSuffix(".m3u8") == true)
    #expect(started["downstreamUrl"] == started["livestreamUrl"])
    let active = await vendor.send("GET", "/v2/hls/\(room)/active")
    #expect(active["code"] == 200)
    #expect(active["data"] == started.json)
    #expect(active["pageInfo"] == nil)
    let one = "/v2/hls/\(started["id"]?.stringValue ?? "")"
    #expect(await vendor.send("GET", one).json == started.json)
    #expect(await vendor.send("GET", "/v2/hls/", query: "roomId=\(room)")["pageInfo", "total"] == 1)
    #expect(await vendor.send("DELETE", one).refusal == "0/400", "while it runs")
    await vendor.advance(seconds: 6)
    #expect(await vendor.receiver.wait(3))
    #expect(vendor.receiver.types == ["hls-starting", "hls-started", "hls-playable"])
    #expect(vendor.receiver.data("hls-started")?["playbackHlsUrl"] == started["playbackHlsUrl"])
    #expect(vendor.receiver.data("hls-started")?["livestreamUrl"] == nil)
    #expect(vendor.receiver.data("hls-playable")?["livestreamUrl"] == started["livestreamUrl"])
    #expect(await post(vendor, "/v2/hls/end", room).json == "HLS ended successfully")
    #expect(await vendor.send("GET", "/v2/hls/\(room)/active").refusal == "0/404")
    #expect(await post(vendor, "/v2/hls/end", room).message == "HLS is not started")
    #expect(await post(vendor, "/v2/hls/start", room).refusal == "4020/400")
    await vendor.advance(seconds: 2)
    #expect(await vendor.send("GET", one)["end"] == "2026-01-01T00:00:06.000Z")
    #expect(await vendor.send("DELETE", one).json == "HLS deleted successfully")
    #expect(await vendor.send("GET", one).refusal == "0/404")
    #expect(await vendor.receiver.wait(for: "hls-stopped"))
    await vendor.engine.stop()
  }

  @Test("a picture is taken of HLS that runs")
  func capture() async {
    let (vendor, room, _) = await RecordingTests.occupied()
    #expect(await post(vendor, "/v2/hls/capture", room).message == "HLS is not started")
    _ = await post(vendor, "/v2/hls/start", room)
    await vendor.advance(seconds: 2)
    let taken = await post(vendor, "/v2/hls/capture", room, ["format": "png", "width": 640, "height": 360])
    #expect(taken["meta"] == ["createdAt": "2026-01-01T00:00:02.000Z", "width": 640, "height": 360, "format": "png"])
    #expect(taken["fileName"]?.stringValue?.hasSuffix(".png") == true)
    #expect(await post(vendor, "/v2/hls/capture", room, ["format": "gif"]).refusal == "0/400")
    #expect(await post(vendor, "/v2/hls/capture", room, ["width": 0]).refusal == "0/400")
    await vendor.engine.stop()
  }

  @Test("recording and HLS beside each other need a room that was made for both")
  func combination() async {
    let both: JSON = ["multiComposition": ["recording": true, "hls": true]]
    for (body, needs, status) in [(nil, true, 400), (both, true, 200), (nil, false, 200)] as [(JSON?, Bool, Int)] {
      let (vendor, room, _) = await RecordingTests.occupied(body) { $0.recordingAndHLSNeedMultiComposition = needs }
      #expect(await post(vendor, "/v2/recordings/start", room).status == 200)
      let hls = await post(vendor, "/v2/hls/start", room)
      #expect(hls.status == status)
      if status == 400 { #expect(hls.refusal == "4016/400") }
      await vendor.engine.stop()
    }
    let (vendor, room, _) = await RecordingTests.occupied()
    _ = await post(vendor, "/v2/hls/start", room)
    #expect(await post(vendor, "/v2/recordings/start", room).refusal == "4011/400")
    await vendor.engine.stop()
  }

  @Test("one livestream to several outputs runs in a room, and stopping stops it")
  func livestream() async {
    let (vendor, room, session) = await RecordingTests.occupied()
    let outputs: JSON = [
      ["url": "rtmp://one.test/live", "streamKey": "k1"], ["url": "rtmps://two.test/live", "streamKey": "k2"],
    ]
    let started = await post(vendor, "/v2/livestreams/start", room, ["outputs": outputs])
    #expect(started.json == "Livestream started successfully")
    #expect(await post(vendor, "/v2/livestreams/start", room, ["outputs": outputs]).refusal == "4019/400")
    let list = await vendor.send("GET", "/v2/livestreams", query: "sessionId=\(session)")
    #expect(list["data", "0", "outputs"] == outputs)
    #expect(list["data", "0", "end"] == .null)
    let one = await vendor.send("GET", "/v2/livestreams/\(list["data", "0", "id"]?.stringValue ?? "")")
    #expect(one.json == list["data", "0"])
    await vendor.advance(seconds: 3)
    #expect(await post(vendor, "/v2/livestreams/end", room).json == "Livestream ended successfully")
    #expect(await post(vendor, "/v2/livestreams/end", room).message == "Livestream is not started")
    await vendor.advance(seconds: 2)
    #expect(await vendor.receiver.wait(4))
    #expect(
      vendor.receiver.types == [
        "livestream-starting", "livestream-started", "livestream-stopping", "livestream-stopped",
      ]
    )
    await vendor.engine.stop()
  }

  @Test(
    "a livestream goes to RTMP addresses with keys",
    arguments: ["[]", #"[{"url":"https://a.test/","streamKey":"k"}]"#, #"[{"url":"rtmp://a.test/"}]"#, #""rtmp://a""#])
  func outputs(_ text: String) async throws {
    let (vendor, room, _) = await RecordingTests.occupied()
    let outputs = try JSON.parse(Array(text.utf8), mode: .strict)
    #expect(await post(vendor, "/v2/livestreams/start", room, ["outputs": outputs]).refusal == "0/400")
    #expect(await post(vendor, "/v2/livestreams/start", room).message == "outputs is required")
    await vendor.engine.stop()
  }

  @Test("a transcription runs, is answered with its object, and has no events of starting and stopping")
  func transcription() async {
    let (vendor, room, session) = await RecordingTests.occupied()
    let base = "/ai/v1/realtime-transcriptions"
    let started = await post(vendor, base + "/start", room, ["webhookUrl": "https://words.test/"])
    #expect(started["status"] == "running")
    #expect(started["extension", "extensionConfig"] == ["roomId": .string(room), "sessionId": .string(session)])
    #expect(started["webhookUrl"] == "https://words.test/")
    #expect(await post(vendor, base + "/start", room).refusal == "4031/400")
    await vendor.advance(seconds: 4)
    let ended = await post(vendor, base + "/end", room)
    #expect(ended["id"] == started["id"])
    #expect(ended["status"] == "stopped")
    #expect(ended["end"] == "2026-01-01T00:00:04.000Z")
    #expect(await post(vendor, base + "/end", room).message == "Transcription is not started")
    await vendor.advance(seconds: 2)
    #expect(await vendor.send("GET", base)["data"]?.arrayValue?.count == 1)
    #expect(await vendor.send("GET", base + "/\(started["id"]?.stringValue ?? "")")["status"] == "stopped")
    #expect(await vendor.receiver.wait(4))
    let own = vendor.receiver.requests.filter { $0.url == "https://words.test/" }
    #expect(own.count == 2, "beside the account's")
    #expect(Set(vendor.receiver.types) == ["transcription-started", "transcription-stopped"])
    #expect(vendor.receiver.data("transcription-started")?["type"] == "realtime")
    #expect(vendor.receiver.data("transcription-started")?["id"] == started["id"])
    await vendor.engine.stop()
  }

  @Test("what is said is a caption while a transcription runs, and else unheard")
  func captions() async throws {
    let (vendor, room, _) = await RecordingTests.occupied()
    func said(_ text: String) throws -> [VideoSDKNews]? {
      try vendor.news(of: "rooms/\(room)/captions", ["user_id": "a", "text": .string(text)], in: room)
    }
    #expect(try said("unheard") == [])
    _ = await post(vendor, "/ai/v1/realtime-transcriptions/start", room)
    #expect(try said("too early") == [])
    await vendor.advance(seconds: 2)
    let caption = VideoSDKCaption(
      participantID: "a", participantName: "Ann", text: "hello", at: vendor.time.wallNanoseconds)
    #expect(try said("hello") == [.caption(caption)])
    #expect(await vendor.control("POST", "rooms/\(room)/captions", ["user_id": "a"]).status == 400)
    #expect(await vendor.control("POST", "rooms/\(room)/captions", ["user_id": "x", "text": "t"]).status == 404)
    await vendor.engine.stop()
  }

  @Test("a recording may leave a transcript, some time after it has stopped")
  func transcript() async {
    let (vendor, room, session) = await RecordingTests.occupied()
    let wish: JSON = ["enabled": true, "summary": ["enabled": true, "prompt": "short"]]
    _ = await post(vendor, "/v2/recordings/start", room, ["transcription": wish])
    await vendor.advance(seconds: 5)
    _ = await post(vendor, "/v2/recordings/end", room)
    await vendor.advance(seconds: 2)
    let list = await vendor.send("GET", "/ai/v1/post-transcriptions", query: "roomId=\(room)")
    #expect(list["data", "0", "status"] == "processing")
    #expect(list["data", "0", "transcriptionFilePaths", "json"] == .null)
    await vendor.advance(seconds: 10)
    let id = list["data", "0", "id"]?.stringValue ?? ""
    let done = await vendor.send("GET", "/ai/v1/post-transcriptions/\(id)")
    #expect(done["status"] == "completed")
    #expect(done["sessionId"]?.stringValue == session)
    #expect(done["transcriptionFilePaths"]?.objectValue?.keys == ["json", "srt", "txt", "tsv", "vtt"])
    #expect(done["summarizedFilePaths", "txt"]?.stringValue != nil)
    let recording = done["recordingId"]?.stringValue ?? ""
    let whole = await vendor.send("GET", "/v2/recordings/\(recording)", query: "withTranscription=true")
    #expect(whole["transcription", "id"]?.stringValue == id)
    #expect(await vendor.receiver.wait(for: "transcription-completed"))
    #expect(vendor.receiver.data("transcription-completed")?["type"] == "post")
    #expect(await vendor.send("GET", "/ai/v1/post-transcriptions/none").refusal == "0/404")
    await vendor.engine.stop()
  }

  @Test("states of what runs in a room are told in order, with the codes of what broke off or took too long")
  func news() async {
    let (vendor, room, _) = await RecordingTests.occupied()
    _ = await post(vendor, "/v2/hls/start", room)
    let done = vendor.mock.work(on: TestVendor.key) { tenant in
      tenant.runTimers(until: vendor.time.wallNanoseconds + 7_300_000_000_000)
      return tenant.takeAnnouncements().map(\.news)
    }
    let told = done?.value.map { news in
      switch news {
      case .egress(let egress): egress.state.rawValue
      case .playable(_, let isPlayable): "playable \(isPlayable)"
      case .failed(let code, _): "\(code)"
      default: "\(news)"
      }
    }
    #expect(told == ["started", "playable true", "playable false", "stopping", "5006", "stopped"])
    await vendor.engine.stop()
  }
}
