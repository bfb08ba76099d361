import Clocks
import EventDelivery
import Glibc
import HTTPServer
import HTTPTypes
import ProgramTesting
import ProviderTesting
import Store
import Testing

/// A big answer, and a small one; or a room's events as a stream.
private struct Handler: HTTPHandler {
  static let big = [UInt8](repeating: 120, count: 1 << 20)
  let tail: EventTail

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    switch request.head.path {
    case "/big": return HTTPResponse(status: 200, body: .bytes(Self.big))
    case "/events":
      guard let subscription = try? await tail.subscribe(.room("r"), after: 0) else { return HTTPResponse(status: 503) }
      return HTTPResponse(status: 200, body: .stream(SSEBodySource(subscription, filter: .all, time: SystemTime())))
    default: return HTTPResponse(status: 200, body: .bytes(Array("small".utf8)))
    }
  }
}

@Suite("Clients that read slowly")
struct SlowReaderTests {
  private func get(_ path: String) -> [UInt8] { Array("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n".utf8) }

  private func serving(
    idle: Duration, _ body: (HTTPServer, EventTail, InMemoryStore, String) async throws -> Void
  ) async throws {
    let store = InMemoryStore()
    let tail = EventTail(store: store, capacity: 16)
    let server = try HTTPServer.start(HTTPServerConfiguration(idleTimeout: idle), handler: Handler(tail: tail))
    do { try await body(server, tail, store, "http://127.0.0.1:\(server.port)") } catch {
      await server.stop(drain: .zero)
      throw error
    }
    await server.stop(drain: .zero)
  }

  private func smallIsQuick(_ url: String) async throws {
    let start = ContinuousClock.now
    let socket = try RawSocket(url: url)
    #expect(await socket.writeAll(get("/")))
    #expect(await socket.answer()?.body == Array("small".utf8))
    #expect(ContinuousClock.now - start < .seconds(5), "generous: it takes a millisecond")
  }

  @Test func whoTakesNoByteOfABigAnswerIsLetGo() async throws {
    try await serving(idle: .seconds(2)) { server, _, _, url in
      let before = ProcessUsage(of: getpid()).residentKilobytes
      let sockets = try (0..<200).map { _ in try RawSocket(url: url, receiveBuffer: 8 << 10) }
      for socket in sockets { #expect(await socket.writeAll(get("/big"))) }
      for _ in 0..<5 { try await smallIsQuick(url) }
      let during = ProcessUsage(of: getpid()).residentKilobytes
      print("200 who do not read 1 MiB: \(before) kB before, \(during) kB during")
      #expect(during < before + 300 << 10, "one copy each")
      #expect(await eventually(within: .seconds(20)) { server.openConnections == 0 && server.runningTasks == 0 })
      #expect(sockets.count == 200)
    }
  }

  @Test func whoReadsSlowlyGetsItsWholeAnswer() async throws {
    try await serving(idle: .seconds(2)) { _, _, _, url in
      let socket = try RawSocket(url: url, receiveBuffer: 64 << 10)
      #expect(await socket.writeAll(get("/big")))
      var bytes: [UInt8] = []
      // Takes longer than the idle time, never idle for so long.
      let start = ContinuousClock.now
      let isWhole = await eventually(within: .seconds(30)) {
        let due = Int((ContinuousClock.now - start) / .milliseconds(3_000) * Double(Handler.big.count))
        while bytes.count < due, let more = socket.read(), !more.isEmpty { bytes += more }
        return bytes.count > Handler.big.count
      }
      while let more = socket.read(), !more.isEmpty { bytes += more }
      #expect(isWhole)
      #expect(RawAnswer.take(from: &bytes)?.body.count == Handler.big.count)
    }
  }

  @Test func aStreamThatIsNotReadCostsNothingAndIsToldWhatItMissed() async throws {
    try await serving(idle: .seconds(60)) { server, tail, store, url in
      let events = RoomEvents(store)
      try await events.add(1)
      let slow = try (0..<50).map { _ in try RawSocket(url: url, receiveBuffer: 4 << 10) }
      for socket in slow { #expect(await socket.writeAll(get("/events"))) }
      let quick = try EventStream(url: url, path: "/events", fields: [:], witness: Witness())
      #expect(await eventually { tail.subscriberCount == 51 })
      let before = ProcessUsage(of: getpid()).residentKilobytes
      // More than the sockets on both sides hold.
      for _ in 0..<30 {
        try await events.add(16, bytes: 8 << 10)
        let newest = events.last
        #expect(await quick.first(within: .seconds(20)) { $0.id == "\(newest)" } != nil, "who reads goes on")
        _ = try await store.trimEvents(recordedBefore: .max, limit: 16)
      }
      let during = ProcessUsage(of: getpid()).residentKilobytes
      print("50 streams that are not read: \(before) kB before, \(during) kB during")
      #expect(during < before + 64 << 10, "the log went on by 4 MB for each of them")
      _ = try await store.trimEvents(recordedBefore: .max, limit: 10_000)
      for socket in slow {
        let text = await toTheEnd(socket)
        #expect(text.contains("event: stream.lagged\ndata: {\"type\":\"stream.lagged\",\"dropped\":"))
        #expect(text.hasSuffix("0\r\n\r\n"), "closed behind it, in order")
      }
      #expect(await eventually { tail.subscriberCount == 1 })
      try await events.add(1)
      let newest = events.last
      #expect(await quick.first { $0.id == "\(newest)" } != nil)
      #expect(!quick.isAtEnd)
      quick.close()
      #expect(await eventually { tail.subscriberCount == 0 && server.runningTasks == 0 })
    }
  }

  /// The last of what comes until the stream's last chunk.
  private func toTheEnd(_ socket: RawSocket) async -> String {
    var last: [UInt8] = []
    _ = await eventually(within: .seconds(20)) {
      while let more = socket.read() {
        if more.isEmpty { return true }
        last = Array((last + more).suffix(4_096))
      }
      return last.suffix(7).elementsEqual(Array("\r\n0\r\n\r\n".utf8))
    }
    return String(decoding: last, as: UTF8.self)
  }
}
