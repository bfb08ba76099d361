import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import VendorTesting

@testable import VideoSDKAdapter

/// One account with a frozen clock: 2026-01-01T00:00:00.700Z.
enum Fixture {
  static let nowNanoseconds: Int64 = 1_767_225_600_700_000_000
  static let now = Timestamp(nanoseconds: nowNanoseconds)
  static let secret = "videosdk-test-secret"
  static let base = "http://127.0.0.1:1"
  static let roomKey = "room_01kdvq4r7p0000000000000000"
  static let roomID = "abcd-efgh-ijkl"
  static let session = "64f0c0ffee0000000000aaaa"
  static let room = ProviderRoom(key: roomKey, kind: .audioRoom, refs: ["room": roomID])
  static let meeting = ProviderRoom(key: roomKey, kind: .meeting, refs: ["room": roomID])

  static var account: VideoSDKAccount {
    var account = VideoSDKAccount(apiKey: "key-v", secret: Secret(secret), baseURL: base)
    account.hookURL = "https://gateway.example/v1/hooks/videosdk-main"
    return account
  }

  static func provider(
    _ transport: any HTTPTransport, account: VideoSDKAccount = Fixture.account,
    time: any TimeSource = ManualTime(wallNanoseconds: nowNanoseconds)
  ) -> VideoSDKProvider {
    VideoSDKProvider(account: account, transport: transport, time: time, random: SeededRandom(seed: 7))
  }

  /// A provider that must not need the network.
  static func offline(account: VideoSDKAccount = Fixture.account) -> VideoSDKProvider {
    provider(
      AnsweringTransport { _, _ in .failure(HTTPClientFailure(.connectFailed, requestMayHaveBeenSent: false)) },
      account: account)
  }

  static func context(actor: String? = nil, seconds: Int64 = 10, trace: String? = nil) -> CallContext {
    CallContext(deadline: ContinuousClock.now + .seconds(seconds), actor: actor, trace: trace)
  }

  static func spec(
    kind: RoomKind = .audioRoom, settings: RoomSettings = RoomSettings(backstage: true), options: String? = nil
  ) -> RoomSpec {
    RoomSpec(
      key: roomKey, kind: kind, title: "Evening jazz", host: Person(externalID: "nadia", name: "Nadia"),
      settings: settings, options: options.map(JSONText.init))
  }

  /// A room as the service shows it.
  static func room(disabled: Bool = false, key: JSON = .string(roomKey), id: JSON = .string(roomID)) -> JSON {
    [
      "roomId": id, "customRoomId": key, "userId": "64f0", "disabled": .bool(disabled),
      "createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:00.000Z", "id": "64f0c0ffee",
      "links": ["get_room": "https://api.videosdk.live/v2/rooms/abcd-efgh-ijkl"],
    ]
  }

  static func session(status: String = "ongoing", id: String = session, end: JSON = nil) -> JSON {
    [
      "id": .string(id), "roomId": .string(roomID), "start": "2026-01-01T00:00:00.000Z", "end": end,
      "status": .string(status), "participants": [],
    ]
  }

  static func page(_ rows: [JSON], current: Int64 = 1, last: Int64 = 1) -> JSON {
    [
      "pageInfo": [
        "currentPage": .integer(current), "perPage": 100, "lastPage": .integer(last),
        "total": .integer(Int64(rows.count)),
      ], "data": .array(rows),
    ]
  }

  /// The list of who is in now: one row, a session with its people.
  static func active(_ people: [JSON], current: Int64 = 1, last: Int64 = 1) -> JSON {
    page([["id": .string(session), "participants": .array(people)]], current: current, last: last)
  }

  static func person(
    _ id: String, stays: [(String, String?)] = [("2026-01-01T00:00:00.100Z", nil)], events: JSON? = nil,
    mode: String = "SEND_AND_RECV"
  ) -> JSON {
    var row: JSONObject = [
      "_id": "64f0c0ffee01", "participantId": .string(id), "name": "Ana",
      "timelog": .array(stays.map { ["start": .string($0.0), "end": $0.1.map(JSON.string) ?? .null] }),
      "mode": .string(mode),
    ]
    row["events"] = events
    return .object(row)
  }

  static func headers(_ pairs: [(String, String)]) -> (String) -> [String] {
    { name in pairs.filter { $0.0.lowercased() == name.lowercased() }.map(\.1) }
  }

  static func time(_ text: String) -> Timestamp? { RFC3339.parse(text).map(Timestamp.init(nanoseconds:)) }
}

/// What an operation failed with; nil when it succeeded.
func failure<Value>(_ body: () async throws(ProviderFailure) -> Value) async -> ProviderFailure? {
  do {
    _ = try await body()
    return nil
  } catch { return error }
}
