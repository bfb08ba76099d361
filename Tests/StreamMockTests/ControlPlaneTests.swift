import Clocks
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import StreamMock

@Suite("The control plane")
struct ControlPlaneTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let body: JSON?
    let field: String?
    let status: Int
    var testDescription: String { "\(method) \(path) \(body?.text() ?? "")" }

    init(_ method: String, _ path: String, _ body: JSON? = nil, field: String? = nil, _ status: Int = 400) {
      self.method = method
      self.path = path
      self.body = body
      self.field = field
      self.status = status
    }
  }

  private static func fault(_ fault: JSON) -> JSON { ["fault": fault] }

  static let refused = [
    Case("POST", "faults", ["fault": ["kind": "hang"], "colour": 1], field: "colour"),
    Case("POST", "faults", ["match": ["host": "x"], "fault": ["kind": "hang"]], field: "match.host"),
    Case("POST", "faults", [:], field: "fault"), Case("POST", "faults", fault([:]), field: "fault.kind"),
    Case("POST", "faults", fault(["kind": "nonsense"]), field: "fault.kind"),
    Case("POST", "faults", fault(["kind": "hang", "ms": 1]), field: "fault.ms"),
    Case("POST", "faults", fault(["kind": "delay"]), field: "fault.ms"),
    Case("POST", "faults", fault(["kind": "delay", "ms": -1]), field: "fault.ms"),
    Case("POST", "faults", fault(["kind": "http_status"]), field: "fault.status"),
    Case("POST", "faults", fault(["kind": "http_status", "status": 700]), field: "fault.status"),
    Case("POST", "faults", fault(["kind": "rate_limit", "retry_after": "never"]), field: "fault.retry_after"),
    Case("POST", "faults", fault(["kind": "null_field", "pointer": "call"]), field: "fault.pointer"),
    Case("POST", "faults", ["times": 0, "fault": ["kind": "hang"]], field: "times"),
    Case("POST", "clock", [:], field: "advance_ms"), Case("POST", "clock", ["advance_ms": -1], field: "advance_ms"),
    Case("POST", "clock", ["set": "tomorrow"], field: "set"),
    Case("POST", "clock", ["advance_ms": 1, "set": "2027-01-01T00:00:00Z"], field: "set"),
    Case("POST", "clock", ["set": "2020-01-01T00:00:00Z"], field: "set", 409),
    Case("POST", "webhooks", ["url": "ftp://x"], field: "url"), Case("POST", "webhooks", [:], field: "url"),
    Case("POST", "webhooks", ["url": "http://x", "secret": "y"], field: "secret"),
    Case("POST", "webhooks", ["url": "http://x", "tenant": "none"], field: "tenant", 404),
    Case("POST", "webhooks/next", ["mutation": "shred"], field: "mutation"),
    Case("POST", "webhooks/next", ["mutation": "delay"], field: "delay_ms"),
    Case("POST", "webhooks/next", ["mutation": "drop", "delay_ms": 1], field: "delay_ms"),
    Case("POST", "reset", ["deep": true], field: "deep"), Case("DELETE", "faults/17", nil, 404),
    Case("POST", "rooms/audio_room:r/participants", ["user_id": "a", "colour": 1], field: "colour"),
    Case("POST", "rooms/audio_room:r/participants", [:], field: "token"),
    Case("POST", "rooms/audio_room:r/participants", ["user_id": "a", "token": "b"], field: "token"),
    Case("PATCH", "rooms/audio_room:r/participants/none", ["audio": true], 404),
    Case("GET", "nothing", nil, 404), Case("PUT", "journal", nil, 405), Case("POST", "health", nil, 405),
    Case("POST", "clock/now", ["advance_ms": 1], 404),
  ]

  @Test("what it does not know it refuses by name", arguments: refused)
  func refusals(_ test: Case) async {
    let vendor = TestVendor()
    await vendor.room()
    let reply = await vendor.control(test.method, test.path, test.body)
    #expect(reply.status == test.status)
    #expect(reply["error", "message"]?.stringValue?.isEmpty == false)
    if let field = test.field { #expect(reply["error", "field"] == .string(field)) }
  }

  @Test(
    "faults that need more than HTTP are refused, not taken and forgotten",
    arguments: ["close", "silence", "ping_flood", "oversize_frame", "invalid_utf8", "fragmented", "garbage"])
  func foreignFaults(_ kind: String) async {
    let vendor = TestVendor()
    let reply = await vendor.control("POST", "faults", Self.fault(["kind": .string(kind)]))
    #expect(reply.status == 400)
    #expect(reply["error", "message"]?.stringValue?.contains("not available") == true)
    #expect(await vendor.control("GET", "faults")["items"] == [])
  }

  static let onTheWire: [JSON] = [
    ["kind": "reset", "at": "accept"], ["kind": "reset", "at": "head"], ["kind": "truncate", "bytes": 1],
    ["kind": "wrong_length"],
  ]

  @Test("in process there is no wire to break", arguments: onTheWire)
  func wireFaults(_ fault: JSON) async {
    let vendor = TestVendor()
    let reply = await vendor.control("POST", "faults", Self.fault(fault))
    #expect(reply.status == 400)
    #expect(reply["error", "field"] == "fault.kind")
    #expect(reply["error", "message"]?.stringValue?.contains("listens") == true)
    #expect(await vendor.control("GET", "faults")["items"] == [])
  }

  @Test("unknown query parameters and bodies that are no object are refused")
  func queries() async {
    let vendor = TestVendor()
    #expect(await vendor.control("GET", "journal", query: "colour=1")["error", "field"] == "colour")
    #expect(await vendor.control("GET", "journal", query: "limit=many")["error", "field"] == "limit")
    #expect(await vendor.raw("POST", "/_mock/faults", body: Array("[1]".utf8)).status == 400)
  }

  @Test("a wall clock cannot be moved")
  func wallClock() async {
    let time = SystemTime()
    let engine = MockEngine(vendor: StreamMock(time: time), time: time, wire: time, transport: HookReceiver())
    let head = HTTPRequestHead(method: "POST", path: "/_mock/clock", hasBody: true)
    let body = Array(#"{"advance_ms":1000}"#.utf8)
    #expect(await engine.respond(to: HTTPRequest(head: head, body: body)).status == 409)
    await engine.stop()
  }

  @Test("health names the vendor and its clock; setting the clock moves it")
  func health() async {
    let vendor = TestVendor()
    await vendor.control("POST", "clock", ["set": "2026-01-01T00:01:00Z"])
    let health = await vendor.control("GET", "health")
    #expect(health["vendor"] == "stream")
    #expect(health["clock", "kind"] == "manual")
    #expect(health["clock", "now"] == "2026-01-01T00:01:00.000000000Z")
    #expect(health["started_at"] == "2026-01-01T00:00:00.000000000Z")
  }

  @Test("a reset leaves nothing of calls, users, hooks, faults, journal and deliveries")
  func reset() async {
    let vendor = TestVendor()
    let seed = await vendor.control("GET", "state").bytes
    await vendor.listen()
    await vendor.room(live: true)
    await vendor.join("bob")
    await vendor.control("POST", "faults", ["fault": ["kind": "hang"]])
    #expect(await vendor.receiver.wait(4))
    #expect(await vendor.control("GET", "state").bytes != seed)
    #expect(await vendor.control("POST", "reset").status == 204)
    #expect(await vendor.control("GET", "state").bytes == seed)
    for path in ["faults", "journal", "webhooks", "webhooks/deliveries"] {
      #expect(await vendor.control("GET", path)["items"] == [], "\(path)")
    }
    #expect(await vendor.send("GET", vendor.path("audio_room:r")).status == 404)
    await vendor.engine.stop()
  }

  @Test("every route and every switch says what it rests on")
  func provenance() async {
    let vendor = TestVendor()
    let rows = await vendor.control("GET", "provenance")["items"]?.arrayValue ?? []
    let names = rows.compactMap { $0["name"]?.stringValue }
    for operation in StreamOperation.allCases {
      #expect(names.contains { $0.contains("(\(operation.rawValue))") }, "\(operation)")
    }
    for option in Mirror(reflecting: StreamMockOptions()).children.compactMap(\.label) {
      #expect(names.contains { $0.contains(option) }, "\(option)")
    }
    #expect(vendor.mock.provenance.table.contains("assumed"))
  }

  @Test("the same seed and requests give the same ids, journal and events; another seed does not")
  func determinism() async {
    func run(_ seed: UInt64) async -> [[UInt8]] {
      let vendor = TestVendor(seed: seed)
      await vendor.listen()
      await vendor.room(live: true)
      await vendor.join("bob", audio: true)
      await vendor.advance(seconds: 3)
      await vendor.send("POST", vendor.path("audio_room:r") + "/mark_ended")
      #expect(await vendor.receiver.wait(9))
      let journal = await vendor.control("GET", "journal").bytes
      let state = await vendor.control("GET", "state").bytes
      await vendor.engine.stop()
      return [journal, state] + vendor.receiver.requests.compactMap(\.body)
    }
    let first = await run(7)
    #expect(await run(7) == first)
    #expect(await run(8)[1] != first[1])
  }
}
