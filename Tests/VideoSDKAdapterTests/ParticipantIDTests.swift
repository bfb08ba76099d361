import Cryptography
import Testing

@testable import VideoSDKAdapter

@Suite struct ParticipantIDTests {
  private static let alphabet = Array("ABCXYZabcxyz0189._~@:|+=-".utf8)

  @Test(arguments: ["nadia", "Nadia-42", "sb-sea", "0"])
  func plainIDsStayAsTheyAre(_ id: String) { #expect(ParticipantID.encode(id) == id) }

  @Test(arguments: [
    ("github|42", "github_p42"), ("a_b", "a__b"), ("16:23", "16_c23"), ("x.y~z+1=2", "x_dy_tz_a1_e2"),
    ("a@b.c", "a_mb_dc"),
  ])
  func otherCharactersAreEscapedReadably(_ id: String, _ expected: String) {
    #expect(ParticipantID.encode(id) == expected)
    #expect(ParticipantID.decode(expected) == id)
  }

  @Test func everyIDComesBackAndNoTwoMeet() {
    let random = SeededRandom(seed: 42)
    var seen: [String: String] = [:]
    for _ in 0..<5_000 {
      let length = Int(random.bytes(1)[0]) % 12 + 1
      let id = String(
        decoding: random.bytes(length).map { Self.alphabet[Int($0) % Self.alphabet.count] }, as: UTF8.self)
      let encoded = ParticipantID.encode(id)
      #expect(encoded.flatMap(ParticipantID.decode) == id)
      guard let encoded else { continue }
      #expect(encoded.utf8.allSatisfy { Self.isTaken($0) })
      #expect(!ParticipantID.isAnonymous(encoded) && !ParticipantID.isSeat(encoded))
      if let other = seen.updateValue(id, forKey: encoded) { #expect(other == id) }
    }
  }

  @Test func theLongestIDFits() {
    let longest = String(repeating: ".", count: 120)
    #expect(ParticipantID.encode(longest)?.utf8.count == 240)
    #expect(ParticipantID.encode(longest).flatMap(ParticipantID.decode) == longest)
  }

  @Test func nobodyIsTakenForTheSeat() {
    let seat = ParticipantID.seat(in: "room-1")
    #expect(ParticipantID.decode(seat) == nil)
    #expect(ParticipantID.encode(seat) == "sb_hseat-room-1")
    #expect(ParticipantID.decode("sb_hseat-room-1") == seat)
  }

  @Test func anonymousIDsAreNobodysAndDiffer() {
    let random = SeededRandom(seed: 1)
    let ids = (0..<100).map { _ in ParticipantID.anonymous(random) }
    #expect(Set(ids).count == 100)
    #expect(ids.allSatisfy { ParticipantID.decode($0) == nil && ParticipantID.isAnonymous($0) })
  }

  @Test(arguments: [
    "a_", "a_x", "a_D", "é", "a b", "", "a.b", "_", "a_2E", "a_hb", String(repeating: "a", count: 121),
  ])
  func whatEncodeNeverWritesIsNobody(_ id: String) { #expect(ParticipantID.decode(id) == nil) }

  @Test(arguments: ["!anon", "a b", "é", ""])
  func whatExternalIDsNeverHoldIsRefused(_ id: String) { #expect(ParticipantID.encode(id) == nil) }

  private static func isTaken(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 45, 95: true
    default: false
    }
  }
}
