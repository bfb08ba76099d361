import AdapterKit
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing

@testable import StreamAdapter

@Suite("Mutated words of the vendor")
struct VendorWireMutationTests {
  @Test("user ids: what is ours goes there and back, and nothing else is taken for ours")
  func users() {
    Campaign.run(["ana", "ana@example.com", "a_db_cc", "__", "_x", "!anon", "a.b~c:d|e+f=g-h_i"]) { input in
      let person = UserID.decode(text(input))
      if let encoded = UserID.encode(text(input)), input.count <= 120, !same(UserID.decode(encoded), text(input)) {
        return .broken("what was encoded is not decoded")
      }
      guard let person else { return .refused }
      return same(UserID.encode(person), text(input)) ? .accepted : .broken("what was decoded is not encoded")
    }
  }

  @Test("call addresses are read and written as they were")
  func calls() {
    Campaign.run(["audio_room:room_1", "default:room_a:b", ":", "a:", ":b", "nocolon", "x:room_"]) { input in
      guard let address = CallAddress(text(input)) else { return .refused }
      return .holds([
        "it is the same": same(address.cid, text(input)),
        "a key of ours is plain": !address.hasRoomKey || address.id.utf8.allSatisfy { $0 < 123 && $0 > 47 },
      ])
    }
  }

  @Test("what comes over a connection: a welcome has its id, and what cannot be read is nothing")
  func coordinator() {
    let corpus = [
      #"{"type":"connection.ok","connection_id":"66f1"}"#, #"{"type":"connection.error","error":{"code":40}}"#,
      #"{"error":{"code":5,"StatusCode":401}}"#, #"{"type":"health.check"}"#,
      #"{"type":"call.updated","call_cid":"default:x"}"#, "[]", "{}", "null", #"{"type":7}"#,
    ]
    Campaign.run(corpus) { input in
      switch CoordinatorMessage.read(input) {
      case .unreadable: .refused
      case .welcome, .refused, .healthCheck: .accepted
      case .event(let event): .holds(["it has a type": event["type"]?.stringValue != nil])
      }
    }
  }

  @Test("a wait that the vendor asks for is never below zero nor above an hour")
  func waits() {
    let corpus = [
      "5", "Wed, 21 Oct 2026 07:28:00 GMT", "-1", "9223372036854775807", "-9223372036854775808", "1767225660", "soon",
    ]
    Campaign.run(corpus) { input in
      let now = Timestamp(nanoseconds: 1_767_225_600_000_000_000)
      let waits = ["Retry-After", "X-RateLimit-Reset"].compactMap { RetryAfter.read([$0: text(input)], now: now) }
      guard !waits.isEmpty else { return .refused }
      return waits.allSatisfy { $0 >= .zero && $0 <= .seconds(3_600) } ? .accepted : .broken("waits \(waits)")
    }
  }
}
