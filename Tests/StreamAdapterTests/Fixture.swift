import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import VendorTesting

@testable import StreamAdapter

/// One account with a frozen clock: 2026-01-01T00:00:00.700Z.
enum Fixture {
  static let nowNanoseconds: Int64 = 1_767_225_600_700_000_000
  static let now = Timestamp(nanoseconds: nowNanoseconds)
  static let secret = "stream-test-secret"
  static let roomKey = "room_01kdvq4r7p0000000000000000"
  static let cid = "audio_room:\(roomKey)"
  static let room = ProviderRoom(key: roomKey, kind: .audioRoom, refs: ["call": cid])
  static let meeting = ProviderRoom(key: roomKey, kind: .meeting, refs: ["call": "default:\(roomKey)"])
  static let roles = account.roleMap(.audioRoom)

  static var account: StreamAccount {
    StreamAccount(apiKey: "key-a", apiSecret: Secret(secret), baseURL: "http://127.0.0.1:1")
  }

  static func provider(_ transport: any HTTPTransport, account: StreamAccount = Fixture.account) -> StreamProvider {
    StreamProvider(
      account: account, transport: transport, time: ManualTime(wallNanoseconds: nowNanoseconds),
      random: SeededRandom(seed: 7))
  }

  /// A provider that must not need the network.
  static var offline: StreamProvider {
    provider(AnsweringTransport { _, _ in .failure(HTTPClientFailure(.connectFailed, requestMayHaveBeenSent: false)) })
  }

  static func context(actor: String? = nil, seconds: Int64 = 10, trace: String? = nil) -> CallContext {
    CallContext(deadline: ContinuousClock.now + .seconds(seconds), actor: actor, trace: trace)
  }

  static func spec(
    kind: RoomKind = .audioRoom, title: String? = "Evening jazz", description: String? = nil, custom: String = "{}",
    members: [RoomSpec.SpecMember] = [], startsAt: Timestamp? = nil, joinAhead: Int? = nil,
    settings: RoomSettings = RoomSettings(backstage: true), options: String? = nil
  ) -> RoomSpec {
    RoomSpec(
      key: roomKey, kind: kind, title: title, description: description, custom: JSONText(custom),
      host: Person(externalID: "nadia", name: "Nadia"), members: members, startsAt: startsAt,
      joinAheadSeconds: joinAhead, settings: settings, options: options.map(JSONText.init))
  }

  /// A call as the service shows it.
  static func call(
    backstage: Bool = true, endedAt: JSON = nil, creator: String = "nadia", extra: [(String, JSON)] = []
  ) -> JSON {
    var call = JSONObject()
    call["cid"] = .string(cid)
    call["type"] = "audio_room"
    call["id"] = .string(roomKey)
    call["backstage"] = .bool(backstage)
    call["ended_at"] = endedAt
    call["created_by"] = ["id": .string(creator)]
    call["current_session_id"] = ""
    call["custom"] = ["title": "Evening jazz"]
    call["settings"] = ["backstage": ["enabled": true]]
    for (key, value) in extra { call[key] = value }
    return .object(call)
  }

  static func signature(_ body: [UInt8], secret: String = secret) -> String {
    Hex.encode(HMACSHA256.sign(body, key: Array(secret.utf8)))
  }

  static func headers(_ pairs: [(String, String)]) -> (String) -> [String] {
    { name in pairs.filter { $0.0.lowercased() == name.lowercased() }.map(\.1) }
  }
}

/// What an operation failed with; nil when it succeeded.
func failure<Value>(_ body: () async throws(ProviderFailure) -> Value) async -> ProviderFailure? {
  do {
    _ = try await body()
    return nil
  } catch { return error }
}
