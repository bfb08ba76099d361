import Cryptography
import Testing

@Suite("Digests and signatures")
struct DigestTests {
  static let digests: [(text: String, hex: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]

  @Test("SHA-256 gives the published digests", arguments: digests)
  func hashes(text: String, hex: String) { #expect(Hex.encode(SHA256.digest(Array(text.utf8))) == hex) }

  static let signatures: [(key: [UInt8], text: String, hex: String)] = [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      Array("stream-test-secret".utf8), "{}", "c965ce3448ed2fed0d4d825111e5ee7d87fbfac87d8c6c3cdbc6f8dc240a8161"
    ),
  ]

  @Test("HMAC-SHA256 gives the published signatures", arguments: signatures)
  func signs(key: [UInt8], text: String, hex: String) {
    #expect(Hex.encode(HMACSHA256.sign(Array(text.utf8), key: key)) == hex)
  }

  @Test("nothing is signed with an empty key")
  func emptyKey() async {
    await #expect(processExitsWith: .failure) { _ = HMACSHA256.sign([1], key: []) }
    await #expect(processExitsWith: .success) { _ = HMACSHA256.sign([1], key: [0]) }
  }

  static let compared: [(left: [UInt8], right: [UInt8], isEqual: Bool)] = [
    ([], [], true), ([1], [1], true), ([1], [2], false), ([1, 2, 3], [1, 2], false), ([], [0], false),
    ([UInt8](repeating: 7, count: 4_096), [UInt8](repeating: 7, count: 4_096), true),
  ]

  @Test("byte strings of any two lengths can be compared", arguments: compared)
  func compares(left: [UInt8], right: [UInt8], isEqual: Bool) { #expect(constantTimeEqual(left, right) == isEqual) }
}
