import Clocks
import Compression
import Cryptography
import MeetingCore
import Testing

@testable import StreamAdapter

@Suite("Mutated deliveries")
struct WebhookMutationTests {
  private static let now = Timestamp(nanoseconds: 1_767_225_600_700_000_000)
  private static let secret = "stream-test-secret"
  private static let bodies = [
    #"{"type":"call.ended","call_cid":"audio_room:room_01kdvq4r7p0000000000000000","created_at":"2026-01-01T00:00:00.5Z","user":{"id":"ana","name":"Zo\u00eb"}}"#,
    #"{"type":"call.session_participant_joined","call_cid":"audio_room:room_01kdvq4r7p0000000000000000","session_id":"s1","participant":{"user_session_id":"c1","role":"host","user":{"id":"ana"},"joined_at":"2026-01-01T00:00:00Z"}}"#,
    #"{"type":"call.updated","call":{"cid":"default:room_01kdvq4r7p0000000000000000","custom":{"title":"x"},"settings":{"backstage":{"enabled":true}},"starts_at":null}}"#,
    #"{"type":"call.blocked_user","call_cid":"audio_room:room_01kdvq4r7p0000000000000000","blocked_by_user":{"id":"b"},"user":{"id":"ana"}}"#,
    #"{"type":"call.session_started","call_cid":"audio_room:room_01kdvq4r7p0000000000000000","call":{"session":{"id":"s1","participants":[{"user_session_id":"c","user":{"id":"a"}}]}}}"#,
    #"{"type":"call.live_started","call":{"cid":"audio_room:room_01kdvq4r7p0000000000000000"}}"#, "{}", "null", "",
  ]

  private static let provider = StreamProvider(
    account: StreamAccount(apiKey: "key-a", apiSecret: Secret(secret), baseURL: "http://127.0.0.1:1"),
    transport: NoTransport(), time: ManualTime(wallNanoseconds: 1_767_225_600_700_000_000),
    random: SeededRandom(seed: 7))

  private static func signature(_ body: [UInt8]) -> String {
    Hex.encode(HMACSHA256.sign(body, key: Array(secret.utf8)))
  }

  private static func isRejected(_ body: [UInt8], _ signature: String) -> Bool {
    let fields = ["X-Api-Key": ["key-a"], "X-Signature": [signature]]
    do {
      _ = try provider.verify(body, header: { fields[$0] ?? [] }, now: now)
      return false
    } catch { return true }
  }

  @Test("a changed body is never taken for the signed one")
  func bodies() {
    let good = Self.bodies.map { Array($0.utf8) }
    let signatures = good.map(Self.signature)
    Campaign.run(bytes: good + good.map(Gzip.deflate), share: 4) { input in
      let plain = Gzip.isGzip(input) ? try? Gzip.inflate(input, limit: 1 << 20) : input
      for (body, signature) in zip(good, signatures) where !Self.isRejected(input, signature) {
        return plain == body ? .accepted : .broken("a changed body is verified")
      }
      return .refused
    }
  }

  @Test("a changed signature is never taken for the good one")
  func signatures() {
    let body = Array(Self.bodies[0].utf8)
    let good = Self.signature(body)
    Campaign.run([good, good.uppercased(), "sha256=" + good, Self.signature([])]) { input in
      if Self.isRejected(body, text(input)) { return .refused }
      return same(text(input).lowercased(), good) ? .accepted : .broken("a changed signature is verified")
    }
  }

  @Test("whatever is signed is read, with bounded facts of the room it names")
  func reading() {
    Campaign.run(bytes: Self.bodies.map { Array($0.utf8) }, share: 2) { input in
      let delivery = Self.provider.read(input, receivedAt: Self.now)
      guard delivery.isReadable else {
        return delivery.facts.isEmpty && delivery.roomKey == nil
          ? .refused : .broken("unreadable, yet it says something")
      }
      return .holds([
        "facts are of a room": delivery.roomKey != nil || delivery.facts.isEmpty,
        "the room is one of ours": delivery.roomKey.map { $0.hasPrefix("room_") } ?? true,
        "nothing happened after it arrived": delivery.facts.allSatisfy { $0.occurredAt <= Self.now },
        "read again it says the same": Self.provider.read(input, receivedAt: Self.now) == delivery,
      ])
    }
  }
}
