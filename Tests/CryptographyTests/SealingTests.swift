import Cryptography
import Testing

@Suite("Sealing")
struct SealingTests {
  let key = SeededRandom(seed: 1).bytes(32)

  @Test("opens to what was sealed", arguments: [0, 1, 15, 16, 17, 100_000])
  func roundTrips(count: Int) throws {
    let plain = SeededRandom(seed: 2).bytes(count)
    let sealed = try AESGCM.seal(plain, key: key, aad: [1, 2])
    #expect(sealed.count == count + 29)
    #expect(try AESGCM.open(sealed, key: key, aad: [1, 2]) == plain)
  }

  @Test("the same text never seals to the same bytes")
  func freshNonce() throws {
    #expect(try AESGCM.seal([1], key: key) != AESGCM.seal([1], key: key))
  }

  @Test("a change of any byte is noticed")
  func noticesChanges() throws {
    let sealed = try AESGCM.seal(Array("token".utf8), key: key)
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: AESGCM.Failure.notAuthentic) { try AESGCM.open(changed, key: key) }
    }
  }

  @Test("every cut is noticed")
  func noticesCuts() throws {
    let sealed = try AESGCM.seal(Array("token".utf8), key: key)
    for count in 0..<sealed.count {
      #expect(throws: AESGCM.Failure.notAuthentic) { try AESGCM.open(Array(sealed.prefix(count)), key: key) }
    }
  }

  @Test("another key or another purpose does not open it")
  func otherKey() throws {
    let sealed = try AESGCM.seal([1], key: key, aad: [1])
    #expect(throws: AESGCM.Failure.notAuthentic) {
      try AESGCM.open(sealed, key: SeededRandom(seed: 9).bytes(32), aad: [1])
    }
    #expect(throws: AESGCM.Failure.notAuthentic) { try AESGCM.open(sealed, key: key, aad: [2]) }
    #expect(throws: AESGCM.Failure.notAuthentic) { try AESGCM.open(sealed, key: key) }
  }

  @Test("a key of the wrong length neither seals nor opens", arguments: [0, 16, 31, 33])
  func badKey(count: Int) {
    let short = [UInt8](repeating: 1, count: count)
    #expect(throws: AESGCM.Failure.badKey) { try AESGCM.seal([1], key: short) }
    #expect(throws: AESGCM.Failure.badKey) { try AESGCM.open([UInt8](repeating: 1, count: 40), key: short) }
  }
}
