import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import StreamMock

@Suite("Recordings, broadcasts and transcriptions")
struct EgressTests {
  private static let path = "/api/v2/video/call/audio_room/r"

  /// A live room of ann's with bob in it, its events caught from here on.
  private func occupied(_ change: (inout StreamMockOptions) -> Void = { _ in }) async -> TestVendor {
    let vendor = TestVendor(change)
    await vendor.users("ann", "bob")
    await vendor.room(live: true)
    await vendor.join("bob", audio: true)
    await vendor.listen([])
    return vendor
  }

  private func egressTypes(_ vendor: TestVendor) -> [String] {
    vendor.receiver.types.filter { type in
      ["recording", "transcription", "caption", "hls", "rtmp"].contains { type.contains($0) }
    }
  }

  @Test(
    "a recording starts, stops, and leaves a file half a minute later", arguments: ["composite", "individual", "raw"])
  func recording(_ type: String) async {
    let vendor = await occupied()
    let started = await vendor.send("POST", "\(Self.path)/recordings/\(type)/start", [:])
    #expect(started.status == 201)
    #expect(started.json.objectValue?.keys == ["duration"], "it names no id")
    let running = await vendor.send("GET", Self.path)
    #expect(running["call", "recording"] == true)
    #expect(running["call", "egress", type + "_recording", "status"] == "running")
    await vendor.advance(seconds: 10)
    #expect(await vendor.send("POST", "\(Self.path)/recordings/\(type)/stop", [:]).status == 201)
    #expect(await vendor.send("GET", Self.path)["call", "recording"] == false)
    #expect(await vendor.send("GET", "\(Self.path)/recordings")["recordings"]?.arrayValue?.isEmpty == true)
    await vendor.advance(seconds: 29)
    #expect(await vendor.send("GET", "\(Self.path)/recordings")["recordings"]?.arrayValue?.isEmpty == true)
    await vendor.advance(seconds: 1)
    let list = await vendor.send("GET", "\(Self.path)/recordings")
    #expect(list["recordings"]?.arrayValue?.count == 1)
    #expect(list["recordings", "0"]?.objectValue?.keys.contains("egress_id") == false)
    #expect(list["recordings", "0", "recording_type"]?.stringValue == type)
    #expect(await vendor.receiver.wait(3))
    #expect(egressTypes(vendor) == ["call.recording_started", "call.recording_stopped", "call.recording_ready"])
    let hooks = vendor.receiver.documents.filter { $0["egress_id"] != nil }
    #expect(Set(hooks.compactMap { $0["egress_id"]?.stringValue }).count == 1)
    #expect(hooks.last?["call_recording"]?["filename"] == list["recordings", "0", "filename"])
    let again = await vendor.send("GET", "\(Self.path)/recordings")
    #expect(again["recordings", "0", "url"] != list["recordings", "0", "url"], "addresses are signed anew")
    await vendor.engine.stop()
  }

  @Test("a file is deleted by its session and name")
  func deletion() async {
    let vendor = await occupied()
    await vendor.send("POST", "\(Self.path)/recordings/composite/start", [:])
    await vendor.send("POST", "\(Self.path)/recordings/composite/stop", [:])
    await vendor.control("POST", "rooms/audio_room:r/egress-ready", [:])
    let row = await vendor.send("GET", "\(Self.path)/recordings")["recordings", "0"]
    let (session, name) = (row?["session_id"]?.stringValue ?? "", row?["filename"]?.stringValue ?? "")
    let other = await vendor.send("DELETE", "\(Self.path)/other/recordings/\(name)")
    #expect(other.refusal == "16/404")
    #expect(await vendor.send("DELETE", "\(Self.path)/\(session)/recordings/\(name)").status == 200)
    #expect(await vendor.send("DELETE", "\(Self.path)/\(session)/recordings/\(name)").refusal == "16/404")
    await vendor.engine.stop()
  }

  @Test(
    "what cannot be started or stopped is refused in the vendor's words",
    arguments: [
      ("recordings/composite/stop", "call egress is not running"),
      ("recordings/video/start", "must be one of composite, individual, raw"),
      ("stop_transcription", "call is not being transcribed"), ("stop_broadcasting", "call egress is not running"),
      ("rtmp_broadcasts/x/stop", "rtmp broadcast doesn't exist"),
    ])
  func refusals(_ verb: String, _ text: String) async {
    let vendor = await occupied()
    let reply = await vendor.send("POST", "\(Self.path)/\(verb)", [:])
    #expect(reply.status == (verb.hasPrefix("rtmp") ? 404 : 400))
    #expect(reply.message.contains(text), "\(reply.message)")
    await vendor.engine.stop()
  }

  @Test("without a session nothing is recorded", arguments: ["recordings/composite/start", "start_transcription"])
  func noSession(_ verb: String) async {
    let vendor = TestVendor()
    await vendor.users("ann")
    await vendor.room(live: true)
    let reply = await vendor.send("POST", "\(Self.path)/\(verb)", [:])
    #expect(reply.refusal == "4/400")
    #expect(reply.message.contains("there is no active session"))
    await vendor.engine.stop()
  }

  @Test("a person needs the permission, a listener has it not")
  func permission() async {
    let vendor = await occupied()
    let path = "/video/call/audio_room/r/recordings/composite/start"
    let listener = await vendor.send("POST", path, [:], token: vendor.user("bob"))
    #expect(listener.refusal == "17/403")
    #expect(listener.message.contains("StartRecording"))
    #expect(await vendor.send("POST", path, [:], token: vendor.user("ann")).status == 201)
    await vendor.engine.stop()
  }

  @Test("RTMP broadcasts run beside each other by their names")
  func rtmp() async {
    let vendor = await occupied()
    func start(_ name: String) async -> Reply {
      await vendor.send(
        "POST", "\(Self.path)/rtmp_broadcasts",
        ["broadcasts": [["name": .string(name), "stream_url": "rtmps://x.example/live", "stream_key": "k"]]])
    }
    #expect(await start("one").status == 201)
    #expect(await start("two").status == 201)
    #expect(await start("one").refusal == "4/400")
    let two: JSON = ["name": "three", "stream_url": "rtmps://x"]
    let both = await vendor.send("POST", "\(Self.path)/rtmp_broadcasts", ["broadcasts": [two, two]])
    #expect(both.refusal == "4/400", "one per request")
    let call = await vendor.send("GET", Self.path)
    #expect(call["call", "egress", "broadcasting"] == true)
    #expect(call["call", "egress", "rtmps"]?.arrayValue?.compactMap { $0["name"]?.stringValue } == ["one", "two"])
    #expect(await vendor.send("POST", "\(Self.path)/rtmp_broadcasts/one/stop", [:]).status == 201)
    #expect(await vendor.send("POST", "\(Self.path)/rtmp_broadcasts/stop").status == 201)
    #expect(await vendor.receiver.wait(4))
    #expect(
      vendor.receiver.documents.filter { $0["name"] != nil }.map {
        "\($0["type"]?.stringValue ?? "") \($0["name"]?.stringValue ?? "")"
      }
        == [
          "call.rtmp_broadcast_started one", "call.rtmp_broadcast_started two", "call.rtmp_broadcast_stopped one",
          "call.rtmp_broadcast_stopped two",
        ])
    await vendor.engine.stop()
  }

  @Test("an HLS broadcast has a playlist in the answer, the event and the call")
  func hls() async {
    let vendor = await occupied()
    let started = await vendor.send("POST", "\(Self.path)/start_broadcasting")
    let playlist = started["playlist_url"]
    #expect(playlist?.stringValue?.hasSuffix(".m3u8") == true)
    #expect(await vendor.send("GET", Self.path)["call", "egress", "hls", "playlist_url"] == playlist)
    #expect(await vendor.receiver.wait(1))
    #expect(vendor.receiver.documents.first?["hls_playlist_url"] == playlist)
    #expect(await vendor.send("POST", "\(Self.path)/stop_broadcasting").status == 201)
    await vendor.engine.stop()
  }

  @Test("captions come with a transcription, and only while they are on")
  func captions() async {
    let vendor = await occupied()
    func say(_ text: String) async {
      await vendor.control("POST", "rooms/audio_room:r/captions", ["user_id": "bob", "text": .string(text)])
    }
    await say("unheard")
    await vendor.send("POST", "\(Self.path)/start_transcription", ["enable_closed_captions": true, "language": "nl"])
    let call = await vendor.send("GET", Self.path)
    #expect(call["call", "transcribing"] == true)
    #expect(call["call", "captioning"] == true)
    await say("hello")
    await vendor.send("POST", "\(Self.path)/stop_transcription", ["stop_closed_captions": true])
    await say("unheard")
    await vendor.advance(seconds: 30)
    #expect(await vendor.receiver.wait(6))
    #expect(
      egressTypes(vendor) == [
        "call.transcription_started", "call.closed_captions_started", "call.closed_caption",
        "call.transcription_stopped", "call.closed_captions_stopped", "call.transcription_ready",
      ])
    let caption = vendor.receiver.documents.first { $0["closed_caption"] != nil }?["closed_caption"]
    #expect(caption?["text"] == "hello")
    #expect(caption?["user"]?["id"] == "bob")
    #expect(await vendor.send("GET", "\(Self.path)/transcriptions")["transcriptions"]?.arrayValue?.count == 1)
    await vendor.engine.stop()
  }

  @Test("stop_live ends what no flag keeps, the session's end ends all")
  func ends() async {
    let vendor = await occupied()
    await vendor.send("POST", "\(Self.path)/recordings/composite/start", [:])
    await vendor.send("POST", "\(Self.path)/start_broadcasting")
    await vendor.send("POST", "\(Self.path)/start_transcription", [:])
    let stopped = await vendor.send("POST", "\(Self.path)/stop_live", ["continue_hls": true])
    #expect(stopped["call", "recording"] == false)
    #expect(stopped["call", "transcribing"] == false)
    #expect(stopped["call", "egress", "hls"] != .null)
    await vendor.send("POST", "\(Self.path)/mark_ended")
    #expect(await vendor.send("GET", Self.path)["call", "egress", "hls"] == .null)
    await vendor.engine.stop()
  }

  @Test("go_live starts along what it is told to")
  func along() async {
    let vendor = TestVendor()
    await vendor.users("ann")
    await vendor.room()
    let body: JSON = ["start_recording": true, "start_hls": true]
    let early = await vendor.send("POST", "\(Self.path)/go_live", body)
    #expect(early.refusal == "4/400")
    #expect(await vendor.send("GET", Self.path)["call", "backstage"] == true)
    await vendor.join("ann")
    let live = await vendor.send("POST", "\(Self.path)/go_live", body)
    #expect(live["call", "recording"] == true)
    #expect(live["call", "egress", "broadcasting"] == true)
    await vendor.engine.stop()
  }

  @Test("what is set to start by itself starts with a live session")
  func automatic() async {
    let vendor = TestVendor()
    await vendor.users("ann")
    await vendor.room(
      "audio_room:r", ["settings_override": ["recording": ["mode": "auto-on", "audio_only": true]]])
    await vendor.join("ann")
    #expect(await vendor.send("GET", Self.path)["call", "recording"] == false, "not in backstage")
    await vendor.send("POST", "\(Self.path)/go_live", [:])
    #expect(await vendor.send("GET", Self.path)["call", "recording"] == true)
    await vendor.engine.stop()
  }

  @Test("a recording can break off, while it runs and while its file is made", arguments: [false, true])
  func failing(_ isOver: Bool) async {
    let vendor = await occupied()
    await vendor.send("POST", "\(Self.path)/recordings/composite/start", [:])
    if isOver { await vendor.send("POST", "\(Self.path)/recordings/composite/stop", [:]) }
    #expect(await vendor.control("POST", "rooms/audio_room:r/egress-failed", [:]).status == 204)
    #expect(await vendor.control("POST", "rooms/audio_room:r/egress-failed", [:]).status == 400)
    #expect(await vendor.receiver.wait(isOver ? 3 : 2))
    #expect(egressTypes(vendor).last == "call.recording_failed")
    await vendor.advance(seconds: 60)
    #expect(await vendor.send("GET", "\(Self.path)/recordings")["recordings"]?.arrayValue?.isEmpty == true)
    await vendor.engine.stop()
  }

  @Test("a second start is refused, or accepted without effect", arguments: [true, false])
  func twice(_ refuses: Bool) async {
    let vendor = await occupied { $0.refusesSecondEgress = refuses }
    await vendor.send("POST", "\(Self.path)/recordings/composite/start", [:])
    let again = await vendor.send("POST", "\(Self.path)/recordings/composite/start", [:])
    #expect(again.status == (refuses ? 400 : 201))
    #expect(await vendor.receiver.wait(1))
    #expect(egressTypes(vendor) == ["call.recording_started"])
    await vendor.engine.stop()
  }
}
