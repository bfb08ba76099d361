import Cryptography
import Testing

@testable import StreamAdapter

@Suite struct UserIDTests {
  private static let alphabet = Array("ABCXYZabcxyz0189._~@:|+=-".utf8)

  @Test(arguments: ["nadia", "Nadia-42", "a@b", "0"])
  func plainIDsStayAsTheyAre(_ id: String) { #expect(UserID.encode(id) == id) }

  @Test(arguments: [
    ("github|42", "github_p42"), ("a_b", "a__b"), ("16:23", "16_c23"), ("x.y~z+1=2", "x_dy_tz_a1_e2"),
  ])
  func otherCharactersAreEscapedReadably(_ id: String, _ expected: String) {
    #expect(UserID.encode(id) == expected)
    #expect(UserID.decode(expected) == id)
  }

  @Test func everyIDComesBackAndNoTwoMeet() {
    let random = SeededRandom(seed: 42)
    var seen: [String: String] = [:]
    for _ in 0..<5_000 {
      let length = Int(random.bytes(1)[0]) % 12 + 1
      let id = String(
        decoding: random.bytes(length).map { Self.alphabet[Int($0) % Self.alphabet.count] }, as: UTF8.self)
      let encoded = UserID.encode(id)
      #expect(encoded.flatMap(UserID.decode) == id)
      guard let encoded else { continue }
      #expect(encoded.utf8.allSatisfy { Self.isTaken($0) })
      #expect(encoded != UserID.anonymous)
      if let other = seen.updateValue(id, forKey: encoded) { #expect(other == id) }
    }
  }

  @Test func theLongestIDFits() {
    let longest = String(repeating: ".", count: 120)
    #expect(UserID.encode(longest)?.utf8.count == 240)
    #expect(UserID.encode(longest).flatMap(UserID.decode) == longest)
  }

  @Test(arguments: [
    "!anon", "a_", "a_x", "a_D", "é", "a b", "", "a.b", "_", "a_2E", String(repeating: "a", count: 121),
  ])
  func whatEncodeNeverWritesIsNobody(_ id: String) { #expect(UserID.decode(id) == nil) }

  @Test(arguments: ["!anon", "a b", "é", ""])
  func whatExternalIDsNeverHoldIsRefused(_ id: String) { #expect(UserID.encode(id) == nil) }

  private static func isTaken(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 64...90, 97...122, 45, 95: true
    default: false
    }
  }
}
