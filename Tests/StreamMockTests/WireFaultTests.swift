import HTTPClient
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import StreamMock

@Suite("Faults on the wire", .serialized)
struct WireFaultTests {
  /// A mock of its own with a client; both are stopped.
  private struct Bench {
    let mock: RunningStreamMock
    let client: HTTPClient
    private let server = TestVendor().server

    static func run(address: String = "127.0.0.1", _ body: (Bench) async throws -> Void) async throws {
      let mock = try await StreamMock.start(address: address)
      let bench = Bench(mock: mock, client: HTTPClient())
      do { try await body(bench) } catch { Issue.record(error) }
      await bench.client.shutdown()
      await mock.stop()
    }

    func send(_ method: String, _ path: String, _ body: JSON? = nil) async throws(HTTPClientFailure)
      -> HTTPClientResponse
    {
      try await client.send(
        HTTPClientRequest(
          method: method, url: mock.url + path + (path.contains("_mock") ? "" : "?api_key=" + mock.apiKey),
          fields: ["Authorization": server, "stream-auth-type": "jwt", "Content-Type": "application/json"],
          body: body?.bytes() ?? (method == "POST" ? [] : nil)))
    }

    func json(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
      try JSON.parse(await send(method, path, body).body, mode: .strict)
    }

    func inject(_ rule: JSON) async throws {
      let answer = try await send("POST", "/_mock/faults", rule)
      #expect(answer.status == 201)
    }

    func create(_ room: String) async throws(HTTPClientFailure) -> HTTPClientResponse {
      try await send("POST", "/api/v2/video/call/default/" + room, ["data": ["created_by_id": "ann"]])
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let fault: JSON
    let reason: HTTPClientFailure.Reason
    /// What the journal notes as the answer.
    let status: JSON
    var testDescription: String { fault.text() }
  }

  static let cases = [
    Case(fault: ["kind": "reset", "at": "head"], reason: .connectionLost, status: .null),
    Case(fault: ["kind": "reset", "at": "body"], reason: .truncated, status: 201),
    Case(fault: ["kind": "truncate", "bytes": 5], reason: .truncated, status: 201),
    Case(fault: ["kind": "truncate", "bytes": 0], reason: .truncated, status: 201),
    Case(fault: ["kind": "wrong_length"], reason: .truncated, status: 201),
    Case(fault: ["kind": "wrong_length", "bytes": 1], reason: .truncated, status: 201),
  ]

  @Test("the work is done, its answer breaks, the journal says by what, and the next answer is whole", arguments: cases)
  func breaks(_ test: Case) async throws {
    try await Bench.run { bench in
      try await bench.inject(["match": ["operation": "GetOrCreateCall"], "fault": test.fault])
      #expect(try await bench.json("GET", "/_mock/faults")["items"]?.arrayValue?.first?["fault"] == test.fault)
      let failure = await #expect(throws: HTTPClientFailure.self) { try await bench.create("r") }
      #expect(failure?.reason == test.reason)
      #expect(failure?.requestMayHaveBeenSent == true)
      let found = try await bench.send("GET", "/api/v2/video/call/default/r")
      #expect(found.status == 200)
      let entry = try await bench.json("GET", "/_mock/journal?operation=GetOrCreateCall")["items"]?.arrayValue?.first
      #expect(entry?["fault"] == test.fault["kind"])
      #expect(entry?["status"] == test.status)
      #expect(try await bench.json("GET", "/_mock/faults")["items"] == [])
    }
  }

  @Test("connections are reset on accept as often as asked, then no more; those that stand go on")
  func accept() async throws {
    try await Bench.run { bench in
      let other = HTTPClient()
      try await bench.inject(["fault": ["kind": "reset", "at": "accept"], "times": 2])
      let request = HTTPClientRequest(method: "GET", url: bench.mock.url + "/_mock/health")
      // The standing connection is not accepted anew.
      let standing = try await bench.send("GET", "/_mock/health")
      #expect(standing.status == 200)
      for _ in 0..<2 {
        let failure = await #expect(throws: HTTPClientFailure.self) { try await other.send(request) }
        #expect(failure?.reason == .connectionLost || failure?.reason == .connectFailed)
      }
      let answer = try await other.send(request)
      #expect(answer.status == 200)
      let items = try await bench.json("GET", "/_mock/journal")["items"]?.arrayValue ?? []
      #expect(items.map { $0["fault"] } == ["reset", "reset"])
      #expect(items.allSatisfy { $0["method"] == .null && $0["path"] == .null && $0["status"] == .null })
      await other.shutdown()
    }
  }

  static let refused: [(rule: JSON, field: String)] = [
    (["fault": ["kind": "reset"]], "fault.at"),
    (["fault": ["kind": "reset", "at": "tail"]], "fault.at"),
    (["fault": ["kind": "reset", "at": 1]], "fault.at"),
    (["fault": ["kind": "reset", "at": "head", "bytes": 1]], "fault.bytes"),
    (["fault": ["kind": "reset", "at": "accept"], "match": ["operation": "GetCall"]], "match"),
    (["fault": ["kind": "truncate"]], "fault.bytes"),
    (["fault": ["kind": "truncate", "bytes": -1]], "fault.bytes"),
    (["fault": ["kind": "truncate", "bytes": "many"]], "fault.bytes"),
    (["fault": ["kind": "truncate", "bytes": 1, "at": "body"]], "fault.at"),
    (["fault": ["kind": "wrong_length", "bytes": 0]], "fault.bytes"),
    (["fault": ["kind": "wrong_length", "more": 1]], "fault.more"),
  ]

  @Test("parameters that are missing, wrong or unknown are refused by name", arguments: refused.indices)
  func refusals(_ index: Int) async throws {
    try await Bench.run { bench in
      let answer = try await bench.send("POST", "/_mock/faults", Self.refused[index].rule)
      #expect(answer.status == 400)
      let document = try JSON.parse(answer.body, mode: .strict)
      #expect(document["error"]?["field"] == .string(Self.refused[index].field))
      #expect(bench.mock.engine.faults.rules.isEmpty)
    }
  }

  @Test("a fault on the wire waits for a request that comes over the wire")
  func inProcess() async throws {
    try await Bench.run { bench in
      try await bench.inject(["fault": ["kind": "truncate", "bytes": 1]])
      let head = HTTPRequestHead(method: "GET", path: "/api/v2/app")
      #expect(await bench.mock.engine.respond(to: HTTPRequest(head: head)).status > 0)
      #expect(bench.mock.engine.faults.rules.count == 1)
    }
  }

  @Test("a mock listens on ::1 as well")
  func sixth() async throws {
    try await Bench.run(address: "::1") { bench in
      #expect(bench.mock.url.hasPrefix("http://[::1]:"))
      let created = try await bench.create("r")
      #expect(created.status == 201)
    }
  }
}
