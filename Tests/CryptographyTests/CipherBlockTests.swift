import Cryptography
import Testing

@Suite("AES in cipher block chaining")
struct CipherBlockTests {
  /// NIST SP 800-38A, F.2.5.
  private static let key = Hex.decode("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4") ?? []
  private static let vector = Hex.decode("000102030405060708090a0b0c0d0e0f") ?? []
  private static let plain =
    Hex.decode(
      "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
        + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710") ?? []
  private static let cipher =
    "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"
    + "39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b"

  @Test("whole blocks are as the standard has them, and a block of padding follows")
  func standard() throws {
    let made = Hex.encode(try AESCBC.encrypt(Self.plain, key: Self.key, vector: Self.vector))
    #expect(made.hasPrefix(Self.cipher))
    #expect(made.utf8.count == Self.cipher.utf8.count + 32)
  }

  @Test("the length grows to the next whole block", arguments: [(0, 16), (2, 16), (15, 16), (16, 32), (1_000, 1_008)])
  func padding(_ count: Int, _ expected: Int) throws {
    let plain = SeededRandom(seed: 3).bytes(count)
    let made = try AESCBC.encrypt(plain, key: Self.key, vector: Self.vector)
    #expect(made.count == expected)
    // Blocks before the padded one do not depend on what follows.
    let longer = try AESCBC.encrypt(plain + [1, 2, 3], key: Self.key, vector: Self.vector)
    #expect(longer.prefix(count / 16 * 16).elementsEqual(made.prefix(count / 16 * 16)))
  }

  @Test("keys and vectors of other lengths are refused", arguments: [(31, 16), (33, 16), (0, 16), (32, 15), (32, 0)])
  func lengths(_ key: Int, _ vector: Int) {
    #expect(throws: AESCBC.Failure.badKey) {
      try AESCBC.encrypt(
        [1], key: [UInt8](repeating: 1, count: key), vector: [UInt8](repeating: 1, count: vector))
    }
  }
}
