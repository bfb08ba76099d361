import Cryptography
import Testing

@Suite("Bytes as text")
struct TextFormTests {
  @Test("hexadecimal is read in either case and written in lower case")
  func hex() {
    let all = (0...255).map { UInt8($0) }
    #expect(Hex.decode(Hex.encode(all)) == all)
    #expect(Hex.decode(Hex.encode(all).uppercased()) == all)
    #expect(Hex.encode([0, 0xAB, 0xFF]) == "00abff")
    #expect(Hex.decode("") == [])
  }

  static let noHex = [
    "a", "abc", String(repeating: "0", count: 63), String(repeating: "z", count: 64), String(repeating: "é", count: 64),
    "sha256=c965ce", "0x", "ab cd ", "ab\n", "+1", "-1", "０１", String(repeating: "a", count: 8_191),
  ]

  @Test("anything else is no hexadecimal", arguments: noHex)
  func refusesHex(text: String) { #expect(Hex.decode(text) == nil) }

  static let base64: [(bytes: [UInt8], text: String)] = [
    ([], ""), ([0x66], "Zg"), ([0x66, 0x6F], "Zm8"), ([0x66, 0x6F, 0x6F], "Zm9v"),
    ([0xFB, 0xFF], "-_8"), ([0xFF, 0xFF, 0xFF, 0xFE], "_____g"), ([0], "AA"),
  ]

  @Test("base64url goes without padding", arguments: base64)
  func base64URL(bytes: [UInt8], text: String) {
    #expect(Base64URL.encode(bytes) == text)
    #expect(Base64URL.decode(text) == bytes)
  }

  static let noBase64 = ["A", "Zg==", "Zg=", "Zh", "Zm9", "+/8", "Zm 9v", "Zm9v\n", "Zmé", "AAAAA"]

  @Test("padding, other alphabets, leftover bits and impossible lengths are refused", arguments: noBase64)
  func refusesBase64(text: String) { #expect(Base64URL.decode(text) == nil) }

  @Test("base64url of any length reads back")
  func roundTrips() {
    let random = SeededRandom(seed: 1)
    for count in 0..<70 {
      let bytes = random.bytes(count)
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }
}
