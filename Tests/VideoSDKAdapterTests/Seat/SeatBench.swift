import Clocks
import Cryptography
import HTTPClient
import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import ProgramTesting
import Synchronization
import VideoSDKMock
import WebSocket

@testable import VideoSDKAdapter

/// The adapter's seat at a mock that listens: what it tells, and devices that it sits beside.
final class SeatBench: Sendable {
  let mock: RunningVideoSDKMock
  let provider: VideoSDKProvider
  let room: ProviderRoom
  let told = Told()
  private let client: HTTPClient
  private let loop: WebSocketLoop

  /// A room `room_one`, with whoever joins it in `body`; afterwards nothing is left.
  static func running(
    _ kind: RoomKind = .audioRoom, _ change: (inout VideoSDKMockOptions) -> Void = { _ in },
    account adjust: @Sendable (inout VideoSDKAccount) -> Void = { _ in },
    _ body: (SeatBench) async throws -> Void
  ) async throws {
    var options = VideoSDKMockOptions()
    change(&options)
    let mock = try await VideoSDKMock.start(VideoSDKMockConfiguration(options: options))
    let (client, loop) = (HTTPClient(), try WebSocketLoop())
    let provider = Self.provider(mock, client, loop, adjust)
    let result: Result<Void, any Error>
    do {
      let room = try await provider.createRoom(
        RoomSpec(
          key: "room_one", kind: kind, host: Person(externalID: "nadia"), settings: RoomSettings(backstage: false)),
        Self.context
      ).room
      result = .success(try await body(SeatBench(mock, provider, room, client, loop)))
    } catch { result = .failure(error) }
    await mock.stop()
    await loop.stop()
    await client.shutdown()
    try result.get()
  }

  private init(
    _ mock: RunningVideoSDKMock, _ provider: VideoSDKProvider, _ room: ProviderRoom, _ client: HTTPClient,
    _ loop: WebSocketLoop
  ) {
    (self.mock, self.provider, self.room, self.client, self.loop) = (mock, provider, room, client, loop)
  }

  /// Another process with the same account.
  func another() -> VideoSDKProvider { Self.provider(mock, client, loop) { _ in } }

  private static func provider(
    _ mock: RunningVideoSDKMock, _ client: HTTPClient, _ loop: WebSocketLoop,
    _ adjust: (inout VideoSDKAccount) -> Void
  ) -> VideoSDKProvider {
    var account = VideoSDKAccount(apiKey: mock.apiKey, secret: mock.secret, baseURL: mock.url)
    adjust(&account)
    return VideoSDKProvider(
      account: account, transport: client, time: SystemTime(), random: SystemRandom(),
      sockets: WebSocketClient(opener: client, loop: loop))
  }

  static var context: CallContext { CallContext(deadline: ContinuousClock.now + .seconds(10)) }
  var context: CallContext { Self.context }

  // MARK: Devices

  @discardableResult
  func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    let answer = try await client.send(
      HTTPClientRequest(
        method: method, url: mock.url + "/_mock/" + path, fields: ["Content-Type": "application/json"],
        body: body?.bytes()))
    return (try? JSON.parse(answer.body, mode: .strict)) ?? .null
  }

  private var path: String { "rooms/\(room.refs["room"] ?? "")" }

  func join(_ id: String, _ more: JSONObject = [:]) async throws {
    var body = more
    body["participant_id"] = .string(id)
    try await control("POST", path + "/participants", .object(body))
  }

  func change(_ id: String, _ body: JSON) async throws {
    try await control("PATCH", path + "/participants/" + id, body)
  }
  func leave(_ id: String) async throws { try await control("DELETE", path + "/participants/" + id) }
  func act(_ act: String, _ body: JSON) async throws { try await control("POST", path + "/" + act, body) }

  // MARK: The seat

  /// Somebody is there, and the seat beside them, for as long as `body` takes.
  func seated(_ body: () async throws -> Void) async throws {
    try await join("ana", ["audio": true])
    let task = sit()
    let result: Result<Void, any Error>
    do {
      guard await heard({ $0 == .seat(isThere: true) }), let seat = provider.seats.seat(in: room.key) else {
        throw Missing(what: "the seat is not taken")
      }
      // Requests are answered in their order: the seat hears its topics by now.
      _ = try await seat.socket.request(.subscribe(topic: "the last one"))
      result = .success(try await body())
    } catch { result = .failure(error) }
    task.cancel()
    _ = await task.value
    try result.get()
  }

  struct Missing: Error { let what: String }

  /// Runs one connection; what it ended with, nil when it returned.
  func sit(_ provider: VideoSDKProvider? = nil, told: Told? = nil) -> Task<ProviderFailure?, Never> {
    let (provider, told, room) = (provider ?? self.provider, told ?? self.told, room)
    return Task {
      let port = LivePort(requests: AsyncStream { $0.finish() }) { facts async throws(LivePort.Fenced) in
        try told.take(facts)
      }
      do throws(ProviderFailure) {
        try await provider.seat(in: room).run(room, port)
        return nil
      } catch { return error }
    }
  }

  func heard(_ isMeant: @escaping @Sendable (Fact.Detail) -> Bool) async -> Bool {
    await eventually { self.told.facts.contains { isMeant($0.detail) } }
  }

  /// What was emitted.
  final class Told: Sendable {
    private struct State {
      var facts: [Fact] = []
      var isFenced = false
    }
    private let state = Mutex(State())

    var facts: [Fact] { state.withLock { $0.facts } }
    func fence() { state.withLock { $0.isFenced = true } }

    func take(_ facts: [Fact]) throws(LivePort.Fenced) {
      let isFenced = state.withLock { state in
        if !state.isFenced { state.facts += facts }
        return state.isFenced
      }
      if isFenced { throw LivePort.Fenced() }
    }
  }
}
