import Clocks
import HTTPClient
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import StreamMock

@Suite("Over a socket")
struct SocketTests {
  private func request(
    _ mock: RunningStreamMock, _ vendor: TestVendor, _ method: String, _ path: String, _ body: JSON? = nil,
    timeout: Duration = .seconds(20)
  ) -> HTTPClientRequest {
    HTTPClientRequest(
      method: method, url: mock.url + path + (path.contains("_mock") ? "" : "?api_key=" + mock.apiKey),
      fields: ["Authorization": vendor.server, "stream-auth-type": "jwt", "Content-Type": "application/json"],
      body: body?.bytes() ?? (method == "POST" ? [] : nil), timeouts: HTTPTimeouts(firstByte: timeout, total: timeout))
  }

  /// Runs `body` against a mock of its own and stops both ends.
  private func withMock(_ body: (RunningStreamMock, HTTPClient, TestVendor) async throws -> Void) async throws {
    let mock = try await StreamMock.start()
    let client = HTTPClient()
    do { try await body(mock, client, TestVendor()) } catch { Issue.record(error) }
    await client.shutdown()
    await mock.stop()
  }

  @Test("a mock starts on a port of its own within 50 ms and says where it is")
  func start() async throws {
    let clock = ContinuousClock()
    var took: [Duration] = []
    // The quickest of several: the machine may be busy with other things.
    for _ in 0..<5 {
      let began = clock.now
      let mock = try await StreamMock.start()
      took.append(clock.now - began)
      #expect(mock.readyDocument["url"] == .string(mock.url))
      #expect(mock.readyDocument["api_key"] == "mockstreamkey")
      #expect(mock.readyDocument["port"]?.integerValue ?? 0 > 0)
      await mock.stop()
    }
    #expect(took.min() ?? .seconds(1) < .milliseconds(50))
  }

  @Test("requests and webhooks travel between two listening mocks' worth of sockets")
  func roundTrip() async throws {
    try await withMock { (mock, client, vendor) async throws -> Void in
      // The mock's own journal receives the hook: an unknown route there, so it is retried and recorded.
      let hook: JSON = ["url": .string(mock.url + "/hook"), "events": ["call.created"]]
      #expect(try await client.send(request(mock, vendor, "POST", "/_mock/webhooks", hook)).status == 201)
      let created = try await client.send(
        request(mock, vendor, "POST", "/api/v2/video/call/default/r", ["data": ["created_by_id": "ann"]]))
      #expect(created.status == 201)
      #expect(created.fields["X-RateLimit-Limit"] == "10000")
      let journal = try await client.send(
        request(mock, vendor, "GET", "/_mock/journal?path=/hook&wait_ms=4000"))
      let items = try JSON.parse(journal.body, mode: .strict)["items"]?.arrayValue
      #expect(items?.first?["headers"]?["x-webhook-attempt"] == "1")
      #expect(items?.first?["body"]?["type"] == "call.created")
    }
  }

  @Test("a lost reply closes the connection although the work was done")
  func lostReply() async throws {
    try await withMock { (mock, client, vendor) async throws -> Void in
      let fault: JSON = ["match": ["method": "POST", "operation": "GetOrCreateCall"], "fault": ["kind": "lost_reply"]]
      #expect(try await client.send(request(mock, vendor, "POST", "/_mock/faults", fault)).status == 201)
      let create = request(mock, vendor, "POST", "/api/v2/video/call/default/r", ["data": ["created_by_id": "ann"]])
      let failure = await #expect(throws: HTTPClientFailure.self) { try await client.send(create) }
      #expect(failure?.reason == .connectionLost)
      #expect(failure?.requestMayHaveBeenSent == true)
      #expect(try await client.send(request(mock, vendor, "GET", "/api/v2/video/call/default/r")).status == 200)
    }
  }

  @Test("a hang says nothing until the client gives up; stopping does not wait for it")
  func hang() async throws {
    try await withMock { (mock, client, vendor) async throws -> Void in
      #expect(
        try await client.send(request(mock, vendor, "POST", "/_mock/faults", ["fault": ["kind": "hang"]])).status == 201
      )
      let get = request(mock, vendor, "GET", "/api/v2/app", timeout: .milliseconds(200))
      let failure = await #expect(throws: HTTPClientFailure.self) { try await client.send(get) }
      #expect(failure?.reason == .firstByteTimeout || failure?.reason == .totalTimeout)
      #expect(mock.engine.journal.page(JournalFilter()).items.first?.status == nil)
    }
  }

  @Test("a drip trickles in whole")
  func drip() async throws {
    try await withMock { (mock, client, vendor) async throws -> Void in
      let fault: JSON = ["fault": ["kind": "drip", "bytes_per_second": 4000]]
      #expect(try await client.send(request(mock, vendor, "POST", "/_mock/faults", fault)).status == 201)
      let reply = try await client.send(request(mock, vendor, "GET", "/api/v2/video/edges"))
      #expect(try JSON.parse(reply.body, mode: .strict)["edges"]?.arrayValue?.count == 1)
    }
  }

  @Test("many join at once and every one is counted")
  func concurrentJoins() async {
    let vendor = TestVendor()
    await vendor.listen(["call.session_participant_joined"])
    await vendor.room(live: true)
    await withTaskGroup(of: String.self) { group in
      for index in 0..<300 { group.addTask { await vendor.join("user\(index % 100)", audio: index % 2 == 0) } }
      var sessions: Set<String> = []
      for await session in group { sessions.insert(session) }
      #expect(sessions.count == 300)
    }
    let call = await vendor.send("GET", vendor.path("audio_room:r"))
    #expect(call["call", "session", "participants_count_by_role"] == ["user": 300])
    #expect(call["call", "session", "participants"]?.arrayValue?.count == 250)
    #expect(await vendor.receiver.wait(300))
    #expect(Set(vendor.receiver.requests.map { $0.fields["X-Webhook-Id"] }).count == 300)
    await vendor.engine.stop()
  }
}
