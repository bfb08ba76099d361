import Compression
import Testing

@Suite("Mutated gzip")
struct GzipMutationTests {
  private static let limit = 4_096

  @Test("never more than the limit comes out, and what comes out is written and read back")
  func inflation() {
    let small = Gzip.deflate(Array("hello, hello, hello".utf8))
    let bomb = Gzip.deflate([UInt8](repeating: 0, count: 1 << 20))
    let full = Gzip.deflate([UInt8](repeating: 7, count: Self.limit))
    let noise = Gzip.deflate((0..<512).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 3) })
    Campaign.run(bytes: [small, small + small, full, bomb, noise, Gzip.deflate([]), [0x1F, 0x8B]], share: 2) { input in
      do {
        let plain = try Gzip.inflate(input, limit: Self.limit)
        return .holds([
          "within the limit": plain.count <= Self.limit,
          "written and read it is the same": try Gzip.inflate(Gzip.deflate(plain), limit: Self.limit) == plain,
          "with less room it is refused": plain.isEmpty || (try? Gzip.inflate(input, limit: plain.count - 1)) == nil,
        ])
      } catch { return .refused }
    }
  }
}
