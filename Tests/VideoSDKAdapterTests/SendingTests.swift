import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import ProgramTesting
import Synchronization
import Testing
import VendorTesting

@testable import VideoSDKAdapter

@Suite struct SendingTests {
  private static func find(_ transport: any HTTPTransport, _ context: CallContext = Fixture.context()) async
    -> ProviderFailure?
  {
    await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).findRoom(key: Fixture.roomKey, kind: .audioRoom, context)
    }
  }

  @Test func everyRequestCarriesABareToken() async throws {
    let transport = AnsweringTransport { _, _ in .json(Fixture.room()) }
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    #expect(await Self.find(transport, Fixture.context(trace: trace)) == nil)
    let request = try #require(transport.requests.first)
    #expect(request.url == "\(Fixture.base)/v2/rooms/\(Fixture.roomKey)")
    let token = try #require(request.fields["Authorization"])
    #expect(try JWT.verify(token, secret: Secret(Fixture.secret), now: Fixture.now.seconds)["roles"] == ["crawler"])
    #expect(request.fields["traceparent"] == trace)
    #expect(request.fields["Content-Type"] == nil && request.body == nil)
  }

  @Test func aBodyIsJSON() async throws {
    let transport = AnsweringTransport { _, _ in .json(Fixture.session()) }
    _ = try await Fixture.provider(transport).remove(
      Target(person: "ana"), rejoin: .none, from: Fixture.room, Fixture.context())
    #expect(transport.requests[0].fields["Content-Type"] == "application/json")
  }

  @Test func theTokenIsKeptUntilShortlyBeforeItsEnd() async throws {
    let time = ManualTime(wallNanoseconds: Fixture.nowNanoseconds)
    let transport = AnsweringTransport { _, _ in .json(Fixture.room()) }
    let provider = Fixture.provider(transport, time: time)
    for wait in [0, 300, 239, 2] as [Int64] {
      await time.advance(by: .seconds(wait))
      _ = try await provider.findRoom(key: Fixture.roomKey, kind: .audioRoom, Fixture.context())
    }
    let tokens = transport.requests.compactMap { $0.fields["Authorization"] }
    #expect(tokens[0] == tokens[1] && tokens[1] == tokens[2])
    #expect(tokens[2] != tokens[3])
  }

  @Test(
    arguments: [
      (400, ["code": 4001, "error": "token expired"]), (400, ["code": 4002, "message": "token is not valid"]),
      (401, ["message": "Unauthorized"]), (200, ["error": "Token is invalid or expired"]),
    ] as [(Int, JSON)])
  func aRefusedTokenIsMadeAnewOnce(_ status: Int, _ body: JSON) async throws {
    let transport = AnsweringTransport { _, index in
      index == 0 ? .error(body, status: status) : .json(Fixture.room())
    }
    #expect(await Self.find(transport) == nil)
    let tokens = transport.requests.compactMap { $0.fields["Authorization"] }
    #expect(tokens.count == 2 && tokens[0] != tokens[1])
    for token in tokens { _ = try JWT.verify(token, secret: Secret(Fixture.secret), now: Fixture.now.seconds) }
  }

  @Test func aSecondRefusalEndsIt() async {
    let transport = AnsweringTransport { _, _ in .error(["code": 4002, "error": "no"], status: 400) }
    let error = await Self.find(transport)
    #expect(error?.reason == .credentials)
    #expect(error?.executed == .no)
    #expect(error?.vendorCode == "4002")
    #expect(transport.requests.count == 2)
  }

  @Test(arguments: [403, 402, 409, 429, 500, 502, 503, 504, 400])
  func nothingElseIsRepeated(_ status: Int) async {
    let transport = AnsweringTransport { _, _ in .error(["error": "no"], status: status) }
    _ = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).startHLS(in: Fixture.room, Fixture.context())
    }
    #expect(transport.requests.count == 1)
  }

  @Test func anEmptySecretSendsNothing() async {
    let transport = AnsweringTransport { _, _ in .json(Fixture.room()) }
    let account = VideoSDKAccount(apiKey: "key-v", secret: Secret(""), baseURL: Fixture.base)
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport, account: account).findRoom(
        key: Fixture.roomKey, kind: .audioRoom, Fixture.context())
    }
    #expect(error?.reason == .credentials)
    #expect(transport.requests.isEmpty)
  }

  @Test func aDeadlineThatHasPassedSendsNothing() async {
    let transport = AnsweringTransport { _, _ in .json(Fixture.room()) }
    let error = await Self.find(transport, Fixture.context(seconds: -1))
    #expect(error?.reason == .timeout)
    #expect(error?.executed == .no)
    #expect(transport.requests.isEmpty)
  }

  @Test func theDeadlineBoundsEveryPart() async throws {
    let transport = AnsweringTransport { _, _ in .json(Fixture.room()) }
    _ = await Self.find(transport, Fixture.context(seconds: 1))
    let timeouts = try #require(transport.requests.first?.timeouts)
    for part in [timeouts.connect, timeouts.firstByte, timeouts.idle, timeouts.total] { #expect(part <= .seconds(1)) }
  }

  @Test func aCreateMayTakeLonger() async throws {
    let transport = AnsweringTransport { asked, _ in
      asked.method == "GET" ? .error(["error": "Room not found"], status: 404) : .json(Fixture.room())
    }
    _ = try await Fixture.provider(transport).createRoom(Fixture.spec(), Fixture.context(seconds: 30))
    #expect(transport.requests.map(\.timeouts.firstByte) == [.seconds(5), .seconds(10)])
  }

  @Test func cancellingGetsThrough() async throws {
    let transport = HangingTransport()
    let task = Task { await Self.find(transport) }
    #expect(await eventually { transport.waiting == 1 })
    task.cancel()
    let error = await task.value
    #expect(error?.reason == .cancelled)
    #expect(error?.executed == .maybe)
  }

  @Test func whoIsCancelledBeforeIsNotSentAtAll() async {
    let transport = AnsweringTransport { _, _ in .json(Fixture.room()) }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Self.find(transport)
    }
    #expect(await task.value?.executed == .no)
    #expect(transport.requests.isEmpty)
  }

  /// Neither the secret nor a token shows in a failure, whatever the service repeats.
  @Test func noSecretShowsInAFailure() async throws {
    let transport = AnsweringTransport { asked, _ in
      let token = asked.fields["Authorization"] ?? ""
      return .error(["error": .string("secret=\(Fixture.secret) token \(token) at 10.0.0.7:80")], status: 500)
    }
    let error = try #require(await Self.find(transport))
    let text = String(describing: error)
    let token = try #require(transport.requests[0].fields["Authorization"])
    #expect(!text.contains(Fixture.secret) && !text.contains(token) && !text.contains("10.0.0.7"))
    #expect(!String(describing: Fixture.provider(transport)).contains(Fixture.secret))
  }
}

/// Answers nothing until it is cancelled.
final class HangingTransport: HTTPTransport {
  private let count = Mutex(0)
  var waiting: Int { count.withLock { $0 } }

  func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    count.withLock { $0 += 1 }
    try? await Task.sleep(for: .seconds(60))
    throw HTTPClientFailure(.cancelled, requestMayHaveBeenSent: true)
  }
}
