import JSONCoding
import MeetingCore
import Testing

@testable import RESTFacade

@Suite("Queries")
struct QueryTests {
  @Test(
    "a parameter that is unknown, malformed or given twice is refused with its name",
    arguments: [
      ("limit=0", "limit"), ("limit=101", "limit"), ("limit=ten", "limit"), ("limit=+5", "limit"), ("limit=", "limit"),
      ("limit=1&limit=2", "limit"), ("colour=red", "colour"), ("state=asleep", "state"), ("state=live,", "state"),
      ("has_session=yes", "has_session"), ("created_after=yesterday", "created_after"), ("sort=title", "sort"),
      ("external_id=a%20b", "external_id"), ("cursor=", "cursor"), ("provider=%00", "provider"),
      ("limit=99999999999999999999", "limit"),
    ])
  func refused(_ query: String, _ name: String) async throws {
    let harness = try await Harness()
    let reply = await harness.send("GET", "/v1/rooms?" + query)
    #expect(reply.status == 400)
    #expect(reply.pointers.contains("?" + name))
  }

  @Test("a query that cannot be decoded is refused", arguments: ["limit=%zz", "%ff=1"])
  func malformed(_ query: String) async throws {
    let harness = try await Harness()
    #expect(await harness.send("GET", "/v1/rooms?" + query).code == "invalid_request")
  }

  @Test(
    "every parameter is read",
    arguments: [
      "state=live,ended&kind=meeting&provider=test-main&external_id=a&member=b&has_session=true&provider_ref=t",
      "sort=-starts_at&limit=100", "starts_after=2026-01-01T00:00:00Z&ended_before=2026-01-01T00:00:00%2B02:00", "",
    ])
  func accepted(_ query: String) async throws {
    let harness = try await Harness()
    #expect(await harness.send("GET", "/v1/rooms?" + query).status == 200)
  }

  @Test("every filter of rooms selects")
  func filters() async throws {
    let harness = try await Harness()
    let first = await harness.room([
      "kind": "meeting", "external_id": "a", "starts_at": "2030-01-01T00:00:00Z",
      "members": [["person": ["external_id": "bo"]]],
    ])
    await harness.join(first, person: "ana", connection: "c1")
    let second = await harness.room(["kind": "audio_room", "external_id": "b"])
    _ = await harness.send("POST", "/v1/rooms/\(second)/end")
    func rooms(_ query: String) async -> [String] {
      let items = await harness.send("GET", "/v1/rooms?" + query).json["items"]?.arrayValue ?? []
      return items.compactMap { $0["id"]?.stringValue }
    }
    for query in [
      "external_id=a", "member=bo", "has_session=true", "provider_ref=t-" + first, "kind=meeting", "state=live",
      "starts_after=2029-12-31T00:00:00Z", "starts_before=2030-01-01T00:00:01Z", "member=bo&kind=meeting",
    ] {
      #expect(await rooms(query) == [first], "\(query)")
    }
    for query in ["external_id=b", "has_session=false", "state=ended", "ended_after=2020-01-01T00:00:00Z"] {
      #expect(await rooms(query) == [second], "\(query)")
    }
    for query in [
      "external_id=c", "member=ana", "provider_ref=none", "provider=other", "ended_before=2020-01-01T00:00:00Z",
      "created_before=2020-01-01T00:00:00Z", "member=bo&state=ended", "kind=voice_call",
    ] {
      #expect(await rooms(query) == [], "\(query)")
    }
    #expect(await rooms("created_after=2020-01-01T00:00:00Z&provider=test-main") == [second, first])
  }

  @Test("a route without parameters takes none")
  func none() async throws {
    let harness = try await Harness()
    #expect(await harness.send("GET", "/livez?verbose=1", key: .some(nil)).status == 400)
  }

  @Test(
    "event types are words with points, the last perhaps a star",
    arguments: [
      ("participant.*", true), ("room.ended,session.started", true), ("*", true), ("room.", false), (".x", false),
      ("Room.ended", false), ("a,,b", false), ("a.*.b", false), ("a b", false), ("", false),
    ])
  func types(_ text: String, _ isValid: Bool) {
    #expect((QueryParameter.Form.eventTypes.issue(with: text) == nil) == isValid)
  }

  @Test("pages follow each other")
  func pages() async throws {
    let harness = try await Harness()
    for _ in 0..<5 { _ = await harness.room() }
    var seen: [String] = []
    var cursor: String?
    repeat {
      let reply = await harness.send("GET", "/v1/rooms?limit=2" + (cursor.map { "&cursor=\($0)" } ?? ""))
      seen += reply.json["items"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
      cursor = reply.json["next_cursor"]?.stringValue
    } while cursor != nil
    #expect(seen.count == 5)
    #expect(Set(seen).count == 5)
  }
}
