import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import StreamMock

@Suite("Faults and the journal")
struct FaultTests {
  private static let path = "/api/v2/video/call/audio_room/r"

  private func vendor(_ fault: JSON, _ rule: JSONObject = [:]) async -> TestVendor {
    let vendor = TestVendor()
    await vendor.room()
    var body = rule
    body["fault"] = fault
    let reply = await vendor.control("POST", "faults", .object(body))
    #expect(reply.status == 201)
    return vendor
  }

  @Test("a status comes with the vendor's document, without any work, and only once")
  func status() async {
    let vendor = await vendor(["kind": "http_status", "status": 503])
    let refused = await vendor.send("POST", Self.path + "/go_live")
    #expect(refused.refusal == "-1/503")
    #expect(refused.message.hasPrefix("GoLive failed with error"))
    #expect(refused.fields["X-RateLimit-Limit"] != nil)
    #expect(await vendor.send("GET", Self.path)["call", "backstage"] == true)
  }

  @Test("a status may bring its own body and headers")
  func ownBody() async {
    let vendor = await vendor(["kind": "http_status", "status": 418, "body": ["a": 1], "headers": ["X-Tea": "pot"]])
    let reply = await vendor.send("GET", Self.path)
    #expect(reply.status == 418)
    #expect(reply.json == ["a": 1])
    #expect(reply.fields["X-Tea"] == "pot")
  }

  @Test(
    "a rate limit says when to return in every form there is",
    arguments: [
      ("seconds", "7"), ("http-date", "Thu, 01 Jan 2026 00:00:07 GMT"), ("epoch", "1767225607"), ("absent", nil),
      ("absurd", "315360000"),
    ] as [(String, String?)])
  func rateLimit(_ form: String, _ expected: String?) async {
    let vendor = await vendor(["kind": "rate_limit", "retry_after": .string(form), "seconds": 7])
    let reply = await vendor.send("GET", Self.path)
    #expect(reply.refusal == "9/429")
    #expect(reply.fields["Retry-After"] == expected)
  }

  @Test("spoiled answers are spoiled after the work was done")
  func spoiled() async {
    let live = Self.path + "/go_live"
    for (fault, check) in Self.spoilers {
      let vendor = await vendor(fault)
      let reply = await vendor.send("POST", live)
      #expect(reply.status == 201)
      #expect(check(reply), "\(fault.text())")
      #expect(await vendor.send("GET", Self.path)["call", "backstage"] == false)
    }
  }

  private static let spoilers: [(JSON, @Sendable (Reply) -> Bool)] = [
    (["kind": "malformed_json"], { !$0.bytes.isEmpty && $0.json == .null }),
    (["kind": "empty_body"], { $0.bytes.isEmpty }),
    (["kind": "null_field", "pointer": "/call/session"], { $0["call", "session"] == .null }),
    (["kind": "null_field", "pointer": "/call/created_by/id"], { $0["call", "created_by", "id"] == .null }),
    (["kind": "missing_field", "pointer": "/call/cid"], { $0["call", "cid"] == nil && $0["call", "id"] == "r" }),
    (
      ["kind": "unknown_enum", "pointer": "/call/settings/encryption/mode"],
      { $0["call", "settings", "encryption", "mode"] == "value_of_tomorrow" }
    ),
    (["kind": "null_field", "pointer": "/call/no/where"], { $0["call", "id"] == "r" }),
  ]

  @Test("pages of proxies and errors under success do no work")
  func foreign() async {
    var vendor = await vendor(["kind": "html_error"])
    var reply = await vendor.send("POST", Self.path + "/go_live")
    #expect(reply.status == 502)
    #expect(reply.fields["Content-Type"] == "text/html")
    vendor = await self.vendor(["kind": "error_in_200"])
    reply = await vendor.send("POST", Self.path + "/go_live")
    #expect(reply.status == 200)
    #expect(reply["code"] == -1)
    #expect(await vendor.send("GET", Self.path)["call", "backstage"] == true)
  }

  @Test("a fault waits for its match, lets some pass, strikes some times and can be taken back")
  func rules() async {
    let vendor = await vendor(
      ["kind": "http_status", "status": 500],
      ["match": ["method": "GET", "path": "/api/*/audio_room/*", "operation": "GetCall"], "after": 1, "times": 2])
    #expect(await vendor.send("POST", Self.path, ["data": [:]]).status == 201)
    var statuses: [Int] = []
    for _ in 0..<4 { statuses.append(await vendor.send("GET", Self.path).status) }
    #expect(statuses == [200, 500, 500, 200])
    let id = await vendor.control("POST", "faults", ["fault": ["kind": "hang"]])["id"]?.stringValue ?? ""
    #expect(await vendor.control("DELETE", "faults/\(id)").status == 204)
    #expect(await vendor.send("GET", Self.path).status == 200)
  }

  @Test("a thousand delayed answers wait together")
  func delays() async {
    let vendor = await vendor(["kind": "delay", "ms": 300], ["times": 1000])
    let clock = ContinuousClock()
    let began = clock.now
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<1000 { group.addTask { await vendor.send("GET", Self.path).status } }
      for await status in group { #expect(status == 200) }
    }
    // One after the other they would take five minutes.
    #expect(clock.now - began < .seconds(60))
  }

  @Test("the journal keeps what was sent and finds it by method, path, operation and place")
  func journal() async {
    let vendor = TestVendor()
    await vendor.room("audio_room:r", ["custom": ["title": "t"]], live: true)
    await vendor.send("GET", "/api/v2/nothing")
    let items = await vendor.control("GET", "journal")
    #expect(items["items"]?.arrayValue?.map { $0["status"] } == [201, 201, 404])
    #expect(items["items", "0", "body", "data", "custom", "title"] == "t")
    #expect(items["items", "0", "headers", "authorization"] == .string(vendor.server))
    #expect(items["items", "0", "query"] == "api_key=mockstreamkey")
    #expect(items["items", "2", "operation"] == .null)
    #expect(items["overflowed"] == false)
    for (query, expected) in [
      ("operation=GoLive", [2]), ("method=GET", [3]), ("path=/api/v2/video/*", [1, 2]), ("after=2", [3]),
      ("limit=1", [1]),
    ] {
      let found = await vendor.control("GET", "journal", query: query)["items"]?.arrayValue ?? []
      #expect(found.compactMap { $0["sequence"]?.integerValue }.map(Int.init) == expected, "\(query)")
    }
  }

  @Test("a query of the journal waits for what it wants, or gives up")
  func waiting() async {
    let vendor = TestVendor()
    async let found = vendor.control("GET", "journal", query: "operation=GetApp&wait_ms=10000")
    for _ in 0..<3 { await vendor.send("GET", "/api/v2/nothing") }
    await vendor.send("GET", "/api/v2/app")
    #expect(await found["items", "0", "operation"] == "GetApp")
    #expect(await vendor.control("GET", "journal", query: "operation=GoLive&wait_ms=20")["items"] == [])
  }

  @Test("what the journal had to drop it reports")
  func overflow() {
    let journal = Journal(maximumEntries: 3)
    for index in 0..<5 {
      let head = HTTPRequestHead(method: "GET", path: "/\(index)")
      journal.append(HTTPRequest(head: head), at: 0, operation: nil, status: 200, fault: nil)
    }
    let page = journal.page(JournalFilter())
    #expect(page.overflowed)
    #expect(page.items.map(\.sequence) == [3, 4, 5])
  }
}
