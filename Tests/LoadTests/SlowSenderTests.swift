import Clocks
import HTTPServer
import HTTPTypes
import ProgramTesting
import Synchronization
import Testing

/// Answers with what was sent.
private struct EchoHandler: HTTPHandler {
  func respond(to request: HTTPRequest) async -> HTTPResponse {
    HTTPResponse(status: 200, body: .bytes(request.body))
  }
}

@Suite("Clients that send slowly")
struct SlowSenderTests {
  /// Sends byte by byte, as if it never came to an end, until the server has enough.
  private func drip(_ bytes: [UInt8], into socket: RawSocket) async -> Duration {
    let start = ContinuousClock.now
    var next = bytes.startIndex
    _ = await eventually(within: .seconds(20)) {
      if let more = socket.read(), more.isEmpty { return true }
      if ContinuousClock.now - start > .milliseconds(100) * next, next < bytes.count {
        guard socket.writeSome(bytes[next...next]) != nil else { return true }
        next += 1
      }
      return false
    }
    return ContinuousClock.now - start
  }

  @Test func slowOnesAreCutAtTheirDeadlineAndDelayNobody() async throws {
    let cut = Mutex<[String: Int]>([:])
    let server = try HTTPServer.start(
      HTTPServerConfiguration(
        headTimeout: .seconds(2), bodyTimeout: .seconds(3),
        onEvent: { event in
          if event == .slowHead || event == .slowBody { cut.withLock { $0["\(event)", default: 0] += 1 } }
        }),
      handler: EchoHandler())
    let url = "http://127.0.0.1:\(server.port)"
    let head = Array("POST / HTTP/1.1\r\nHost: a\r\nX-Long: \(String(repeating: "x", count: 500))".utf8)
    let whole = Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n".utf8)
    let drops = [UInt8](repeating: 120, count: 500)
    let heads = try (0..<100).map { _ in try RawSocket(url: url) }
    let bodies = try (0..<100).map { _ in try RawSocket(url: url) }
    for socket in bodies { #expect(await socket.writeAll(whole)) }
    async let headTimes = together(100) { number in await self.drip(head, into: heads[number]) }
    async let bodyTimes = together(100) { number in await self.drip(drops, into: bodies[number]) }
    let slowest = try await quick(url, until: { server.openConnections <= 1 })
    let times = try await (heads: headTimes, bodies: bodyTimes)
    print(
      "slow senders: heads \(times.heads.min()!) to \(times.heads.max()!), bodies \(times.bodies.min()!) to \(times.bodies.max()!), others at most \(slowest)"
    )
    #expect(times.heads.allSatisfy { $0 > .seconds(1) && $0 < .seconds(8) })
    #expect(times.bodies.allSatisfy { $0 > .seconds(2) && $0 < .seconds(10) })
    #expect(cut.withLock { $0 } == ["slowHead": 100, "slowBody": 100])
    #expect(slowest < .seconds(2), "generous: it takes a millisecond")
    #expect(await eventually { server.openConnections == 0 && server.runningTasks == 0 })
    await server.stop(drain: .zero)
  }

  /// One client that sends at once, as long as the others are there.
  private func quick(_ url: String, until isOver: () -> Bool) async throws -> Duration {
    var slowest = Duration.zero
    repeat {
      let socket = try RawSocket(url: url)
      let start = ContinuousClock.now
      #expect(await socket.writeAll(Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi".utf8)))
      let answer = await socket.answer()
      #expect(answer?.body == Array("hi".utf8))
      slowest = max(slowest, ContinuousClock.now - start)
    } while !isOver()
    return slowest
  }

  /// A vendor on a bad line: its hook comes in drops, whole in the end, and counts.
  @Test func aSignedHookInDropsIsTaken() async throws {
    try await LoadedGateway.run { gateway in
      let room = try await gateway.room()
      let time = RFC3339.format(wallSeconds() * 1_000_000_000)
      let sockets = try (0..<200).map { _ in try gateway.socket() }
      let (statuses, report) = try await NormalClient(gateway, room).served {
        try await together(200) { number in
          let body = #"{"type":"call.drop_\#(number)","created_at":"\#(time)","call_cid":"audio_room:\#(room)"}"#
          let fields = gateway.hookFields(Array(body.utf8)).entries.map { "\($0.name): \($0.value)\r\n" }.joined()
          var rest = gateway.request("POST", "/v1/hooks/stream-main", body, fields: fields)[...]
          let start = ContinuousClock.now
          let count = rest.count
          _ = await eventually(within: .seconds(8)) {
            // Two seconds for the whole.
            let due = Int((ContinuousClock.now - start) / .milliseconds(2_000) * Double(count))
            let size = min(rest.count, due - (count - rest.count))
            if size > 0 { rest = rest.dropFirst(sockets[number].writeSome(rest.prefix(size)) ?? rest.count) }
            return rest.isEmpty
          }
          return await sockets[number].answer()?.status
        }
      }
      #expect(Set(statuses) == [200])
      #expect(report.wrong == [])
      #expect(report.slowest < .seconds(5), "generous: it takes some milliseconds")
      print("200 hooks in drops: \(report.answers) other answers, slowest \(report.slowest)")
      let logged = try await gateway.api.get("/v1/rooms/\(room)/events?types=provider.event&limit=100").items
      #expect(logged.count == 100, "all are in the log, a page of them is read")
    }
  }
}
