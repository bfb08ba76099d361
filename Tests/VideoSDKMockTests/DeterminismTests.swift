import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("The mock as a whole")
struct DeterminismTests {
  /// Everything a run of requests was answered.
  private func play(_ seed: UInt64) async -> [[UInt8]] {
    let vendor = TestVendor(seed: seed)
    var answers: [[UInt8]] = []
    func note(_ reply: Reply) { answers.append(reply.bytes) }
    note(await vendor.send("POST", "/v2/rooms", ["customRoomId": "mine"]))
    let room = await vendor.room(["customRoomId": "mine"])
    note(await vendor.control("POST", "rooms/\(room)/participants", ["token": .string(vendor.token())]))
    let session = await vendor.join("a", room, ["audio": true])
    note(await vendor.send("POST", "/v2/hls/start", ["roomId": .string(room)]))
    await vendor.advance(seconds: 5)
    note(await vendor.send("GET", "/v2/sessions/\(session)/participants/active"))
    note(await vendor.control("GET", "state"))
    await vendor.engine.stop()
    return answers
  }

  @Test("the same seed and the same requests give the same answers, another seed others")
  func seeded() async {
    let first = await play(7)
    #expect(await play(7) == first)
    let other = await play(8)
    #expect(zip(first, other).allSatisfy { $0 != $1 })
  }

  @Test("the same seed gives the same journal")
  func journal() async throws {
    var journals: [String] = []
    for _ in 0..<2 {
      let vendor = TestVendor()
      let room = await vendor.room()
      await vendor.join("a", room)
      await vendor.send("POST", "/v2/recordings/start", ["roomId": .string(room)])
      await vendor.send("GET", "/v2/none")
      journals.append(await vendor.control("GET", "journal").json.text())
      let items = try #require(await vendor.control("GET", "journal")["items"]?.arrayValue)
      #expect(items.map { $0["operation"]?.stringValue } == ["CreateRoom", "StartRecording", nil])
      #expect(items.compactMap { $0["status"]?.integerValue } == [200, 200, 404])
      await vendor.engine.stop()
    }
    #expect(journals[0] == journals[1])
  }

  @Test("every operation is reached by a route, and has a row that says what it rests on")
  func provenance() {
    let vendor = TestVendor()
    #expect(Set(VideoSDKRoutes.paths.map(\.operation)) == Set(VideoSDKOperation.allCases))
    let rows = vendor.mock.provenance
    for path in VideoSDKRoutes.paths {
      #expect(rows.contains { $0.kind == .route && $0.name.hasPrefix("\(path.method) \(path.path) (") })
    }
    #expect(Set(rows.map { "\($0.kind) \($0.name)" }).count == rows.count, "none twice")
  }

  @Test("every switch has its row")
  func switches() {
    let rows = TestVendor().mock.provenance.filter { $0.kind == .option }.map(\.name)
    let options = VideoSDKMockOptions()
    let switches = Array(Mirror(reflecting: options).children) + Mirror(reflecting: options.signalling).children
    for case (let label?, _) in switches where label != "signalling" { #expect(rows.contains(label), "\(label)") }
  }

  @Test("everything that runs a while is told in webhooks that have a row")
  func events() async {
    let vendor = TestVendor()
    await vendor.listen()
    let room = await vendor.room()
    await vendor.join("a", room, ["audio": true])
    let start: [(path: String, more: JSONObject)] = [
      ("/v2/recordings/start", [:]), ("/v2/recordings/participant/start", ["participantId": "a"]),
      ("/v2/recordings/participant/track/start", ["participantId": "a", "kind": "audio"]),
      ("/v2/livestreams/start", ["outputs": [["url": "rtmp://x.test/", "streamKey": "k"]]]),
      ("/ai/v1/realtime-transcriptions/start", [:]),
    ]
    for (path, more) in start {
      var body = more
      body["roomId"] = .string(room)
      #expect(await vendor.send("POST", path, .object(body)).status == 200, "\(path)")
    }
    await vendor.send("POST", "/v2/sessions/end", ["roomId": .string(room)])
    await vendor.advance(seconds: 10)
    #expect(await vendor.receiver.wait(for: "livestream-stopped"))
    let known = vendor.mock.provenance.filter { $0.kind == .event }.map(\.name)
    for type in Set(vendor.receiver.types) { #expect(known.contains(type), "\(type)") }
    await vendor.engine.stop()
  }

  @Test("injected refusals look as the vendor's own", arguments: [400, 401, 404, 429, 500, 503])
  func refusals(_ status: Int) async {
    let vendor = TestVendor()
    await vendor.control(
      "POST", "faults",
      ["match": ["operation": "CreateRoom"], "fault": ["kind": "http_status", "status": .int(status)]])
    let reply = await vendor.send("POST", "/v2/rooms")
    #expect(reply.status == status)
    #expect(reply["error"]?.stringValue?.isEmpty == false)
    #expect(reply["error"] == reply["message"])
    #expect(await vendor.send("POST", "/v2/rooms").status == 200)
    #expect(await vendor.send("GET", "/v2/rooms")["pageInfo", "total"] == 1, "what was refused was not done")
    await vendor.engine.stop()
  }

  @Test("a create whose answer is lost has made its room")
  func lostReply() async {
    let vendor = TestVendor()
    await vendor.control(
      "POST", "faults", ["match": ["operation": "CreateRoom"], "fault": ["kind": "lost_reply"]])
    await vendor.send("POST", "/v2/rooms", ["customRoomId": "mine"])
    #expect(await vendor.send("GET", "/v2/rooms/mine").status == 200)
    await vendor.engine.stop()
  }

  @Test("what happens by itself happens at its own time, however late the clock is looked at")
  func agenda() {
    var agenda = Agenda<VideoSDKDue>()
    let dues = (0..<6).map { VideoSDKDue.merged(id: "\($0)") }
    for (due, at) in zip(dues, [30, 10, 20, 10, 30, 5] as [Int64]) { agenda.add(due, at: at) }
    #expect(agenda.next == 5)
    #expect(agenda.take(until: 4) == nil)
    var taken: [VideoSDKDue] = []
    while let entry = agenda.take(until: 30) { taken.append(entry.due) }
    #expect(taken == [5, 1, 3, 2, 0, 4].map { dues[$0] })
    #expect(agenda.next == nil)
  }
}
