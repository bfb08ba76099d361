import Clocks
import Cryptography
import HTTPClient
import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import StreamMock
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite("A window that is used up")
struct RateWindowTests {
  private static let key = RateWindows.Key(operation: "GoLive", user: nil)
  private static let other = RateWindows.Key(operation: "GoLive", user: "ann")
  private static let now = Timestamp(nanoseconds: 1_000_000_000_000_000_000)

  private func fields(_ remaining: String?, _ reset: String?) -> HTTPFields {
    var fields: HTTPFields = ["X-RateLimit-Limit": "60"]
    if let remaining { fields["X-RateLimit-Remaining"] = remaining }
    if let reset { fields["X-RateLimit-Reset"] = reset }
    return fields
  }

  private func reset(_ seconds: Int64) -> String { String(Self.now.seconds + seconds) }

  @Test("is waited for to its end, by whoever asked and nobody else")
  func end() {
    let windows = RateWindows()
    let now = Timestamp(nanoseconds: Self.now.nanoseconds + 250_000_000)
    windows.note(fields("0", reset(30)), Self.key, now: now)
    #expect(windows.wait(Self.key, now: now) == .milliseconds(29_750))
    #expect(windows.wait(Self.other, now: now) == nil)
    #expect(windows.wait(Self.key, now: now.advanced(bySeconds: 30)) == nil)
    #expect(windows.wait(Self.key, now: now) == nil)
  }

  @Test(
    "is read from the first of a list, and from nothing that makes no sense",
    arguments: [
      ("0", "+30", true), ("0, 5", "+30,1", true), ("0,9999", "+30", true), ("1", "+30", false), ("-1", "+30", true),
      (nil, "+30", false), ("0", nil, false), ("0", "30", false), ("0", "-5", false), ("0", "+86400", false),
      ("0", "soon", false), ("none", "+30", false), ("", "", false),
    ] as [(String?, String?, Bool)])
  func reading(_ row: (remaining: String?, reset: String?, closes: Bool)) {
    let windows = RateWindows()
    let end = row.reset.map { text in
      let parts = text.split(separator: ",", maxSplits: 1)
      guard let first = parts.first, first.hasPrefix("+"), let seconds = Int64(first.dropFirst()) else { return text }
      return ([reset(seconds)] + parts.dropFirst().map(String.init)).joined(separator: ",")
    }
    windows.note(fields(row.remaining, end), Self.key, now: Self.now)
    #expect((windows.wait(Self.key, now: Self.now) != nil) == row.closes)
  }

  @Test("is not opened by an answer that comes late, but by one of a later window")
  func order() {
    let windows = RateWindows()
    windows.note(fields("0", reset(30)), Self.key, now: Self.now)
    windows.note(fields("1", reset(30)), Self.key, now: Self.now)
    #expect(windows.wait(Self.key, now: Self.now) == .seconds(30))
    windows.note(fields("59", reset(90)), Self.key, now: Self.now)
    #expect(windows.wait(Self.key, now: Self.now) == nil)
    windows.note(fields("0", reset(90)), Self.key, now: Self.now)
    windows.note(fields("0", reset(30)), Self.key, now: Self.now)
    #expect(windows.wait(Self.key, now: Self.now) == .seconds(90))
  }

  @Test("is one of a bounded number that are remembered")
  func bound() {
    let windows = RateWindows()
    for index in 0..<2_000 {
      windows.note(fields("0", reset(30)), RateWindows.Key(operation: "A", user: "\(index)"), now: Self.now)
    }
    let kept = (0..<2_000).count {
      windows.wait(RateWindows.Key(operation: "A", user: "\($0)"), now: Self.now) != nil
    }
    #expect(kept == 1_024)
    let later = Self.now.advanced(bySeconds: 31)
    windows.note(fields("0", reset(60)), Self.key, now: later)
    #expect(windows.wait(Self.key, now: later) != nil)
  }

  // MARK: Sending

  private func provider(_ transport: any HTTPTransport, _ time: ManualTime) -> StreamProvider {
    StreamProvider(account: Fixture.account, transport: transport, time: time, random: SeededRandom(seed: 1))
  }

  /// Answers every request, with the window used up at its end.
  private func answering(_ time: ManualTime, resetAfter seconds: Int64) -> AnsweringTransport {
    AnsweringTransport { _, _ in
      let end = time.wallNanoseconds / 1_000_000_000 + seconds
      let fields: HTTPFields = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": String(end)]
      let body: JSON = ["call": Fixture.call(backstage: false)]
      return .success(HTTPClientResponse(status: 201, fields: fields, body: body.bytes()))
    }
  }

  @Test("is not asked in when its end is far: the failure says when, and nothing was sent")
  func refused() async throws {
    let time = ManualTime(wallNanoseconds: Fixture.nowNanoseconds)
    let transport = answering(time, resetAfter: 40)
    let provider = provider(transport, time)
    _ = try await provider.goLive(Fixture.room, Fixture.context())
    let error = await failure { () throws(ProviderFailure) in
      try await provider.goLive(Fixture.room, Fixture.context())
    }
    // The window ends at a whole second; the clock stands at seven tenths.
    #expect(error?.reason == .rateLimited(retryAfter: .milliseconds(39_300)))
    #expect(error?.executed == .no && error?.operation == "GoLive")
    #expect(transport.requests.count == 1)
    // Other operations have windows of their own.
    _ = try await provider.findRoom(key: Fixture.roomKey, kind: .audioRoom, Fixture.context())
    #expect(transport.requests.count == 2)
    await time.advance(by: .seconds(40))
    _ = try await provider.goLive(Fixture.room, Fixture.context())
    #expect(transport.requests.count == 3)
  }

  @Test("is waited for when there is time, and no request is sent before its end")
  func waited() async throws {
    let time = ManualTime(wallNanoseconds: Fixture.nowNanoseconds)
    let transport = answering(time, resetAfter: 2)
    let provider = provider(transport, time)
    _ = try await provider.goLive(Fixture.room, Fixture.context())
    let second = Task { try await provider.goLive(Fixture.room, Fixture.context(seconds: 60)) }
    #expect(await time.waitForSleepers(1))
    await time.advance(by: .milliseconds(1_299))
    #expect(transport.requests.count == 1)
    await time.advance(by: .milliseconds(1))
    _ = try await second.value
    #expect(transport.requests.count == 2)
  }

  @Test("is not waited for by whoever is cancelled")
  func cancelled() async throws {
    let time = ManualTime(wallNanoseconds: Fixture.nowNanoseconds)
    let transport = answering(time, resetAfter: 2)
    let provider = provider(transport, time)
    _ = try await provider.goLive(Fixture.room, Fixture.context())
    let waiting = Task {
      await failure { () throws(ProviderFailure) in
        try await provider.goLive(Fixture.room, Fixture.context(seconds: 60))
      }
    }
    #expect(await time.waitForSleepers(1))
    waiting.cancel()
    #expect(await waiting.value == ProviderFailure(.cancelled, executed: .no, operation: "GoLive"))
    #expect(transport.requests.count == 1)
  }

  @Test("of a mock is never run into")
  func againstTheMock() async throws {
    let time = ManualTime()
    var options = StreamMockOptions()
    options.appRequestsPerMinute = 3
    let mock = try await StreamMock.start(StreamMockConfiguration(options: options), time: time)
    let client = HTTPClient()
    let account = StreamAccount(apiKey: mock.apiKey, apiSecret: mock.apiSecret, baseURL: mock.url)
    let provider = StreamProvider(account: account, transport: client, time: time, random: SeededRandom(seed: 1))
    var outcomes: [Bool] = []
    for _ in 0..<5 {
      let error = await failure { () throws(ProviderFailure) in
        try await provider.findRoom(key: Fixture.roomKey, kind: .audioRoom, Fixture.context())
      }
      outcomes.append(error == nil)
      if let error { #expect(error.reason == .rateLimited(retryAfter: .seconds(60))) }
    }
    #expect(outcomes == [true, true, true, false, false])
    #expect(mock.engine.journal.page(JournalFilter()).items.count == 3)
    await time.advance(by: .seconds(60))
    #expect(
      await failure { () throws(ProviderFailure) in
        try await provider.findRoom(key: Fixture.roomKey, kind: .audioRoom, Fixture.context())
      } == nil)
    await client.shutdown()
    await mock.stop()
  }
}
