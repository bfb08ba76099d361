import HTTPClient
import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@Suite("Floods")
struct FloodTests {
  /// A kind of request that is refused, and how.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let statuses: Set<Int>
    let request: @Sendable (LoadedGateway) -> [UInt8]
    /// The connection goes on behind the answer.
    var keepsConnection = true
    var testDescription: String { name }
  }

  static let kinds: [Kind] = [
    Kind(name: "bad keys", statuses: [401]) {
      $0.request("GET", "/v1/rooms", key: "sb_" + String(repeating: "x", count: 40))
    },
    Kind(name: "unknown routes", statuses: [404]) { $0.request("GET", "/v1/nowhere/at/all?x=1") },
    Kind(
      name: "oversize heads", statuses: [431],
      request: {
        $0.request("GET", "/v1/rooms", fields: "X-Long: \(String(repeating: "x", count: 12_000))\r\n")
      }, keepsConnection: false),
    Kind(
      name: "long targets", statuses: [414],
      request: {
        $0.request("GET", "/v1/" + String(repeating: "x", count: 12_000))
      }, keepsConnection: false),
    Kind(
      name: "announced oversize bodies", statuses: [413],
      request: {
        $0.request("POST", "/v1/rooms", fields: "Content-Type: application/json\r\nContent-Length: 900000000\r\n")
      }, keepsConnection: false),
    Kind(
      name: "sent oversize bodies", statuses: [413],
      request: {
        $0.request("POST", "/v1/rooms", "{\"title\":\"" + String(repeating: "x", count: 70_000) + "\"}")
      }),
    Kind(name: "invalid JSON", statuses: [400]) { $0.request("POST", "/v1/rooms", #"{"kind":"audio_room",}"#) },
    Kind(name: "deep JSON", statuses: [400]) { $0.request("POST", "/v1/rooms", String(repeating: "[", count: 10_000)) },
    Kind(name: "forged hooks", statuses: [401]) {
      $0.request(
        "POST", "/v1/hooks/stream-main", #"{"type":"call.ended","call_cid":"audio_room:x"}"#,
        fields: "X-Api-Key: \($0.vendorKey)\r\nX-Signature: \(String(repeating: "a", count: 64))\r\n")
    },
  ]

  @Test func floodsAreRefusedRightlyAndLeaveNothing() async throws {
    // The least body limit: what is too large then fits a socket.
    try await LoadedGateway.run(limits: ["maximum_body_bytes": 65_536]) { gateway in
      let room = try await gateway.room()
      for kind in Self.kinds { try await flood(gateway, kind, 100) }
      try await gateway.expectQuiet()
      let before = gateway.usage
      let count = LoadScale.count(20_000, share: 0.15) / Self.kinds.count
      let (_, report) = try await NormalClient(gateway, room).served {
        for kind in Self.kinds { try await flood(gateway, kind, count) }
      }
      #expect(report.wrong == [])
      try await gateway.expectQuiet()
      // Sockets whose request was not read are drained for a moment behind their answer.
      _ = await eventually(within: .seconds(5)) { gateway.usage.descriptors <= before.descriptors + 4 }
      let after = gateway.usage
      print(
        "\(Self.kinds.count) floods of \(count): before \(before); after \(after); \(report.answers) answers, slowest \(report.slowest)"
      )
      #expect(after.descriptors <= before.descriptors + 4)
      #expect(after.threads <= before.threads + 4)
      #expect(after.residentKilobytes < before.residentKilobytes + 64 << 10)
      let log = served(gateway)
      #expect(!log.contains("internal error"), "\(log.prefix(2_000))")
    }
  }

  private func served(_ gateway: LoadedGateway) -> String { gateway.served.gateway.errors }

  private func flood(_ gateway: LoadedGateway, _ kind: Kind, _ count: Int) async throws {
    let workers = 40
    let request = kind.request(gateway)
    let wrong = try await together(workers) { worker -> [String] in
      var wrong: [String] = []
      var socket = try gateway.socket()
      var bytes: [UInt8] = []
      for _ in 0..<max(1, count / workers) {
        _ = await socket.writeAll(request)
        let answer = await socket.answer(&bytes)
        if answer.map({ kind.statuses.contains($0.status) && ($0.status >= 414 || Self.isProblem($0)) }) != true {
          wrong.append("\(kind.name): \(answer?.head ?? "no answer")")
        }
        if !kind.keepsConnection || answer == nil {
          socket.close()
          socket = try gateway.socket()
          bytes = []
        }
      }
      return wrong
    }
    #expect(wrong.flatMap { $0 } == [])
  }

  private static func isProblem(_ answer: RawAnswer) -> Bool {
    let json = (try? JSON.parse(answer.body, mode: .strict)) ?? .null
    return json["status"]?.integerValue == Int64(answer.status) && json["code"]?.stringValue != nil
  }

  @Test func whoComesBeyondTheConnectionLimitWaitsAndIsServed() async throws {
    try await LoadedGateway.run(limits: ["maximum_connections": 64]) { gateway in
      let room = try await gateway.room()
      let before = gateway.usage
      let sockets = try (0..<300).map { _ in try gateway.socket() }
      let request = gateway.request("GET", "/v1/rooms/\(room)")
      for socket in sockets { #expect(await socket.writeAll(request)) }
      let descriptors = gateway.usage.descriptors
      #expect(descriptors <= before.descriptors + 68, "no more are taken than may be open")
      // Each leaves when it has been served, and makes room for the next.
      let statuses = try await together(sockets.count) { number in
        let answer = await sockets[number].answer(within: .seconds(30))
        sockets[number].close()
        return answer?.status
      }
      #expect(Set(statuses) == [200])
      try await gateway.expectQuiet()
      let events = try await gateway.api.get("/metrics").text
      #expect(events.contains(#"switchboard_server_events_total{event="connectionLimitReached"}"#))
    }
  }
}
