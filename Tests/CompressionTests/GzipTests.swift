import Compression
import Testing

@Suite struct GzipTests {
  static let text = Array(String(repeating: "a room has sessions and participants. ", count: 400).utf8)

  @Test(arguments: [0, 1, 2, 100, 32_767, 32_768, 32_769, 200_000])
  func whatIsDeflatedInflatesToTheSame(count: Int) throws {
    var state: UInt32 = 7
    let bytes = (0..<count).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    let packed = Gzip.deflate(bytes)
    #expect(Gzip.isGzip(packed))
    #expect(try Gzip.inflate(packed, limit: count) == bytes)
  }

  @Test func aMemberMadeElsewhereInflates() throws {
    // With a file name and a time in its head.
    let bytes: [UInt8] = [
      0x1f, 0x8b, 0x08, 0x08, 0x01, 0x02, 0x03, 0x04, 0x00, 0x03, 0x61, 0x2e, 0x74, 0x00, 0xcb, 0x48, 0xcd, 0xc9,
      0xc9, 0x07, 0x00, 0x86, 0xa6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
    ]
    #expect(try Gzip.inflate(bytes, limit: 100) == Array("hello".utf8))
  }

  @Test func deflatingMakesTextSmallerAndIsRepeatable() {
    #expect(Gzip.deflate(Self.text).count < Self.text.count / 10)
    #expect(Gzip.deflate(Self.text) == Gzip.deflate(Self.text))
  }

  @Test func theLimitItselfIsAllowedAndOneMoreIsNot() throws {
    let packed = Gzip.deflate(Self.text)
    #expect(try Gzip.inflate(packed, limit: Self.text.count) == Self.text)
    #expect(throws: CompressionError.tooLarge) { try Gzip.inflate(packed, limit: Self.text.count - 1) }
    #expect(throws: CompressionError.tooLarge) { try Gzip.inflate(packed, limit: 0) }
    #expect(try Gzip.inflate(Gzip.deflate([]), limit: 0) == [])
  }

  @Test func aBombStopsAtTheLimit() {
    let bomb = Gzip.deflate([UInt8](repeating: 0, count: 16 << 20))
    #expect(bomb.count < 100_000)
    let started = ContinuousClock.now
    #expect(throws: CompressionError.tooLarge) { try Gzip.inflate(bomb, limit: 1 << 20) }
    #expect(ContinuousClock.now - started < .seconds(1))
  }

  @Test func everyShorterPrefixIsRefused() {
    let packed = Gzip.deflate(Array("a participant joins".utf8))
    for count in 2..<packed.count {
      #expect(throws: CompressionError.truncated) { try Gzip.inflate(Array(packed.prefix(count)), limit: 1_000) }
    }
    for bytes in [[], [0x1f]] as [[UInt8]] {
      #expect(throws: CompressionError.corrupt) { try Gzip.inflate(bytes, limit: 1_000) }
    }
  }

  @Test func aFlippedChecksumLengthOrMethodIsCorrupt() {
    let packed = Gzip.deflate(Self.text)
    for place in [2, packed.count - 8, packed.count - 1] {
      var broken = packed
      broken[place] ^= 0xff
      #expect(throws: CompressionError.corrupt) { try Gzip.inflate(broken, limit: 1 << 20) }
    }
  }

  @Test func severalMembersMakeOneBody() throws {
    let packed = Gzip.deflate(Array("first, ".utf8)) + Gzip.deflate([]) + Gzip.deflate(Array("second".utf8))
    #expect(try Gzip.inflate(packed, limit: 13) == Array("first, second".utf8))
    #expect(throws: CompressionError.tooLarge) { try Gzip.inflate(packed, limit: 12) }
    #expect(throws: CompressionError.truncated) { try Gzip.inflate(Array(packed.dropLast(1)), limit: 13) }
  }

  @Test func manyTinyMembersTakeTimeInProportion() throws {
    let packed = Array(repeatElement(Gzip.deflate([]), count: 20_000).joined())
    let started = ContinuousClock.now
    #expect(try Gzip.inflate(packed, limit: 0) == [])
    #expect(ContinuousClock.now - started < .seconds(5))
  }

  @Test(arguments: [[0], [0x1f], [0x1f, 0x8c], Array("garbage".utf8)] as [[UInt8]])
  func whatFollowsTheLastMemberIsRefused(garbage: [UInt8]) {
    #expect(throws: CompressionError.corrupt) {
      try Gzip.inflate(Gzip.deflate(Array("body".utf8)) + garbage, limit: 1_000)
    }
  }

  @Test(arguments: [[], Array("{}".utf8), [0x78, 0x9c, 0x03, 0x00], [0x8b, 0x1f]] as [[UInt8]])
  func otherBytesAreNotGzip(bytes: [UInt8]) {
    #expect(!Gzip.isGzip(bytes))
    #expect(throws: CompressionError.corrupt) { try Gzip.inflate(bytes, limit: 1_000) }
  }
}
