import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import ProviderTesting
import Store
import Testing

@testable import RESTFacade

@Suite("Events")
struct EventTests {
  @Test("a page is oldest first and always says where to go on")
  func page() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    await harness.join(room, person: "ana", connection: "c1")
    let reply = await harness.send("GET", "/v1/rooms/\(room)/events")
    #expect(reply.fields["Content-Type"] == "application/json")
    #expect(reply.fields["Vary"] == "Accept, Origin")
    let events = reply.json["items"]?.arrayValue ?? []
    #expect(events.compactMap { $0["type"]?.stringValue } == ["room.created", "session.started", "participant.joined"])
    #expect(events.compactMap { $0["sequence"]?.integerValue } == [1, 2, 3])
    let cursor = try #require(reply.json["next_cursor"]?.stringValue)
    let rest = await harness.send("GET", "/v1/rooms/\(room)/events?after=\(cursor)")
    #expect(rest.json["items"] == [])
    #expect(rest.json["next_cursor"]?.stringValue == cursor)
    let tail = await harness.send("GET", "/v1/rooms/\(room)/events?after_sequence=2")
    #expect(tail.json["items"]?.arrayValue?.count == 1)
    let typed = await harness.send("GET", "/v1/events?types=session.*&limit=1")
    #expect(typed.json["items"]?.arrayValue?.first?["type"] == "session.started")
  }

  @Test("a stream has the fields that keep proxies from holding it back")
  func stream() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let reply = await harness.send(
      "GET", "/v1/rooms/\(room)/events?after_sequence=0",
      fields: ["Accept": "text/event-stream", "Accept-Encoding": "gzip"])
    #expect(reply.status == 200)
    #expect(reply.fields["Content-Type"] == "text/event-stream")
    #expect(reply.fields["Cache-Control"] == "no-store")
    #expect(reply.fields["X-Accel-Buffering"] == "no")
    #expect(reply.fields["Content-Encoding"] == nil)
    let stream = try #require(reply.stream)
    let first = String(decoding: await stream.next() ?? [], as: UTF8.self)
    #expect(first.contains("retry:"))
    #expect(first.contains("\n:"))
    let frame = String(decoding: await stream.next() ?? [], as: UTF8.self)
    #expect(frame.hasPrefix("id: "))
    #expect(frame.contains("event: room.created\ndata: {"))
    #expect(frame.hasSuffix("}\n\n"))
  }

  @Test("HEAD of a stream has its fields and no stream")
  func head() async throws {
    let harness = try await Harness()
    let reply = await harness.send("HEAD", "/v1/events", fields: ["Accept": "text/event-stream"])
    #expect(reply.fields["Content-Type"] == "text/event-stream")
    #expect(reply.stream == nil)
  }

  @Test("what concerns no room is in its tenant's stream, and in no room's")
  func announcement() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let after = try #require(await harness.send("GET", "/v1/events").json["next_cursor"]?.stringValue)
    var commit = StoreCommit()
    commit.announcements = [
      Announcement(
        tenant: "ten_1", type: "provider.degraded", recordedAt: 1, body: Array(#"{"type":"provider.degraded"}"#.utf8))
    ]
    _ = try await harness.store.commit(commit)
    let reply = await harness.send("GET", "/v1/events?after=\(after)", fields: ["Accept": "text/event-stream"])
    let stream = try #require(reply.stream)
    _ = await stream.next()
    let frame = String(decoding: await stream.next() ?? [], as: UTF8.self)
    #expect(frame.contains("event: provider.degraded\ndata: {"))
    let own = await harness.send("GET", "/v1/rooms/\(room)/events").json["items"]?.arrayValue ?? []
    #expect(own.allSatisfy { $0["type"] == "room.created" })
    let other = await harness.send("GET", "/v1/events", key: harness.stranger)
    #expect(other.json["items"]?.arrayValue?.contains { $0["type"] == "provider.degraded" } != true)
  }

  @Test(
    "the form follows Accept",
    arguments: [
      (nil, "application/json"), ("*/*", "application/json"), ("text/event-stream", "text/event-stream"),
      ("application/json;q=0.5, text/event-stream", "text/event-stream"), ("text/*", "text/event-stream"),
      ("application/*;q=0.1,text/html", "application/json"), ("text/html", nil), ("application/json;q=0", nil),
      ("x", nil), ("", "application/json"), (" , ", "application/json"),
    ] as [(String?, String?)])
  func negotiation(_ accept: String?, _ type: String?) {
    let fields: HTTPFields = accept.map { ["Accept": $0] } ?? [:]
    #expect(Accept.best(of: ["application/json", "text/event-stream"], for: fields) == type)
  }

  @Test("a form that there is not")
  func notAcceptable() async throws {
    let harness = try await Harness()
    let reply = await harness.send("GET", "/v1/events", fields: ["Accept": "application/xml"])
    #expect(reply.status == 406)
    #expect(reply.code == "not_acceptable")
  }

  @Test(
    "a position that was never handed out is refused",
    arguments: [
      ("?after=abc", "?after"), ("?after=-1", "?after"), ("?after=99999999999999999999", "?after"),
      ("?after_sequence=x", "?after_sequence"), ("?after=1&after_sequence=1", "?after_sequence"),
      ("?types=A", "?types"),
    ])
  func badPositions(_ query: String, _ pointer: String) async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let reply = await harness.send("GET", "/v1/rooms/\(room)/events\(query)")
    #expect(reply.status == 400)
    #expect(reply.pointers == [pointer])
  }

  @Test("Last-Event-ID outranks the address, and must be one")
  func lastEventID() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let path = "/v1/rooms/\(room)/events?after_sequence=0"
    let cursor = await harness.send("GET", path).json["next_cursor"]?.stringValue ?? ""
    #expect(await harness.send("GET", path, fields: ["Last-Event-ID": cursor]).json["items"] == [])
    let bad = await harness.send("GET", path, fields: ["Last-Event-ID": "x"])
    #expect(bad.pointers == ["header:Last-Event-ID"])
    #expect(await harness.send("GET", "/v1/events?after_sequence=1").status == 400)
  }
}
