import EventDelivery
import GatewayEngine
import JSONCoding
import MeetingCore
import RESTFacade
import Store
import Testing

@testable import EventDelivery
@testable import ProgramTesting

@Suite("Mutated event streams")
struct EventStreamMutationTests {
  private static let start = Timestamp(nanoseconds: 1_767_225_600_000_000_000)

  /// An event whose every text is the same one.
  private static func event(_ text: String) -> [UInt8] {
    let room = Room(
      id: "room_1", tenant: "ten_1", kind: .meeting, provider: "test-main", providerKind: "testkind", createdAt: start,
      title: text, phase: .live, host: "nadia", settings: RoomSettings(backstage: false))
    let view = RoomView(room: room, host: Person(externalID: "nadia", name: text), session: nil, joinableAt: nil)
    let frame = EventFrame(id: "evt_1", sequence: 7, recordedAt: start, view: view, people: [:])
    let event = RoomEvent(
      occurredAt: start, source: .webhook, vendorType: text, session: "ses_1", .roomUpdated(changed: [text], by: text))
    return WireEventEncoder().encode(event, in: frame)
  }

  private static func entry(_ position: Int64, _ body: [UInt8]) -> TailEntry {
    TailEntry(
      EventRecord(
        position: position, room: "room_1", sequence: position, tenant: "ten_1", type: "room.updated", recordedAt: 1,
        body: body))
  }

  private static func frames(_ bytes: [UInt8], in pieces: Int = 1) -> [StreamFrame] {
    var reader = StreamReader()
    let head = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
    let whole = head + Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10]
    let size = max(1, whole.count / pieces)
    for start in stride(from: 0, to: whole.count, by: size) {
      reader.take(Array(whole[start..<min(whole.count, start + size)]))
    }
    return reader.frames
  }

  // Texts hold no NUL: callers' are refused with one, vendors' are repaired.
  @Test("whatever texts an event holds, its frame is one, and says the event again")
  func events() {
    let corpus = [
      "Evening jazz", "a\nid: 9\ndata: {}\n\n", "\r\r\n\n", "\u{2028}\u{85}\u{0}", "event: x", "\"}\\", "é👩‍👩‍👧",
    ]
    Campaign.run(corpus, share: 10, alwaysAccepts: true) { input in
      let title = text(input.filter { $0 != 0 })
      let body = Self.event(title)
      let frames = Self.frames(
        Self.entry(3, body).frame + Self.entry(4, Array("{}".utf8)).frame, in: 1 + input.count % 5)
      let json = frames.first?.json
      return .holds([
        "two frames": frames.count == 2, "their ids": frames.map(\.id) == ["3", "4"],
        "their type": frames.allSatisfy { $0.event == "room.updated" },
        "the data is the event": same(frames.first?.data, text(body)),
        "the title is the text": same(json?["data", "room", "title"]?.stringValue, title),
      ])
    }
  }

  @Test("a body of any bytes at all cannot end its frame, name its id or begin another")
  func bodies() {
    Campaign.run([#"{"a":1}"#, "{\n\"a\":\r\n1}", "\n\nid: 9\nevent: forged\ndata: {}\n\n"], alwaysAccepts: true) {
      input in
      let frames = Self.frames(Self.entry(3, input).frame)
      return .holds([
        "one frame": frames.count == 1, "its own id": frames.first?.id == "3",
        "its own type": frames.first?.event == "room.updated",
      ])
    }
  }

  @Test("the reader that the tests follow streams with survives any stream, and minds no cut in it")
  func reading() {
    let corpus = [
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n1a\r\nid: 1\nevent: x\ndata: {}\n\n\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\n\r\nffffffff\r\n", "HTTP/1.1 404\r\n\r\n-5\r\n",
      "HTTP/1.1 200 OK\r\n\r\n7fffffffffffffff\r\nabc",
    ]
    Campaign.run(corpus, share: 2) { input in
      var whole = StreamReader()
      whole.take(input)
      var cut = StreamReader()
      for start in stride(from: 0, to: input.count, by: 1 + input.count / 16) {
        cut.take(Array(input[start..<min(input.count, start + 1 + input.count / 16)]))
      }
      let isSame =
        whole.status == cut.status && whole.fields == cut.fields && whole.frames.map(\.data) == cut.frames.map(\.data)
      if !isSame { return .broken("in pieces it is read otherwise") }
      return whole.frames.isEmpty ? .refused : .accepted
    }
  }
}
