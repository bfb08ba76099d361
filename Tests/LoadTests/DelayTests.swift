import HTTPClient
import HTTPServer
import HTTPTypes
import JSONCoding
import ProgramTesting
import StreamMock
import Testing

@Suite("Delays")
struct DelayTests {
  /// Nobody may answer a delay with a thread: threads are the same with a thousand of them.
  @Test func aThousandDelaysAtOnceTakeNoThread() async throws {
    try await LoadedGateway.run { gateway in
      let count = LoadScale.count(1_000, share: 1)
      let warm = try (0..<count).map { _ in try RawSocket(url: gateway.served.mockURL) }
      for socket in warm { #expect(await socket.writeAll(request(gateway))) }
      for socket in warm { #expect(await socket.answer() != nil) }
      let before = (gateway.usage, gateway.mockUsage)
      try await gateway.fault("GetCall", ["kind": "delay", "ms": 2_000])
      for socket in warm { #expect(await socket.writeAll(request(gateway))) }
      #expect(
        try await eventually(within: .seconds(20)) {
          try await gateway.served.vendor.get("/_mock/journal?operation=GetCall&after=\(count)&limit=1000").items.count
            >= min(count, 1_000)
        }, "all are delayed at once")
      let during = (gateway.usage, gateway.mockUsage)
      var statuses: Set<Int> = []
      for socket in warm { statuses.insert(await socket.answer()?.status ?? 0) }
      print("\(count) delays: mock \(before.1) before, \(during.1) during")
      #expect(statuses.count == 1 && statuses.first ?? 0 >= 400, "each is the vendor's own answer: \(statuses)")
      #expect(during.1.threads <= before.1.threads + 4)
      #expect(during.0.threads <= before.0.threads + 4)
    }
  }

  private func request(_ gateway: LoadedGateway) -> [UInt8] {
    Array("GET /video/call/default/none?api_key=\(gateway.vendorKey) HTTP/1.1\r\nHost: mock\r\n\r\n".utf8)
  }

  /// Requests wait for a slow vendor in the gateway; nothing else does.
  @Test func requestsThatWaitForASlowVendorTakeNoThread() async throws {
    try await LoadedGateway.run { gateway in
      let count = LoadScale.count(1_000, share: 0.2)
      let room = try await gateway.room()
      let warm = try await together(100) { _ in try await gateway.room() }
      #expect(Set(warm).count == 100)
      let before = (gateway.usage, gateway.mockUsage)
      try await gateway.fault("GetOrCreateCall", ["kind": "delay", "ms": 50])
      let sockets = try (0..<count).map { _ in try gateway.socket() }
      let create = gateway.request("POST", "/v1/rooms", #"{"kind":"audio_room","host":{"external_id":"nadia"}}"#)
      for socket in sockets { #expect(await socket.writeAll(create)) }
      let ((served, shed), report) = try await NormalClient(gateway, room).served {
        var outcomes: [String: Int] = [:]
        for socket in sockets {
          let answer = await socket.answer(within: .seconds(30))
          let json = answer.flatMap { try? JSON.parse($0.body, mode: .strict) }
          outcomes["\(answer?.status ?? 0) \(json?["code"]?.stringValue ?? "")", default: 0] += 1
        }
        return (outcomes["201 "] ?? 0, outcomes["503 provider_unavailable"] ?? 0)
      }
      // Who waits too long for one of the connections to the vendor is told to come again.
      #expect(served + shed == count, "every request has its answer")
      #expect(served > 50)
      try await gateway.expectQuiet(connections: count + 100)
      let after = (gateway.usage, gateway.mockUsage)
      print("\(count) slow creates, \(served) made, \(shed) told to come again: \(before.0) before, \(after.0) after")
      // The normal client calls the vendor too, and is told the same where others are.
      if shed == 0 { #expect(report.wrong == []) }
      #expect(after.0.threads <= before.0.threads + 4)
      #expect(after.1.threads <= before.1.threads + 4)
    }
  }
}
