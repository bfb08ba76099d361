import JSONCoding
import Testing

/// The same pseudo-random numbers in every run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

@Suite("Mutated texts")
struct MutationTests {
  static let sample =
    #"{"id":18446744073709551615,"é":"\ud83d\ude00\u0000","n":[-1.5e+3,1e400,0,{"x":null}],"t":true,"s":"a\\\"b"}"#
  static let pieces: [[UInt8]] = [
    [0], [34], [92], [92, 117], Array(#"\ud800"#.utf8), [0xFF], [0xE2, 0x82], [91], [93], [123], [125], [44], [58],
    [45],
    [46], [101], [48], [57], [32], [10], [0xEF, 0xBB, 0xBF],
  ]

  @Test("either mode ends in a value or an error; what is strict reads the same for vendors, unrepaired")
  func survives() throws {
    var numbers = Numbers(state: 42)
    var repaired = 0
    for _ in 0..<3_000 {
      var text = Array(Self.sample.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let place = Int.random(in: 0..<text.count, using: &numbers)
        let end = min(text.count, place + Int.random(in: 0...3, using: &numbers))
        text.replaceSubrange(place..<end, with: Self.pieces.randomElement(using: &numbers) ?? [])
      }
      let vendor = try? JSON.parseVendor(text)
      if let strict = try? JSON.parse(text, mode: .strict) {
        #expect(vendor?.value == strict)
        #expect(vendor?.repairs == 0)
      }
      if let vendor, vendor.repairs > 0 {
        repaired += 1
        #expect(try JSON.parse(vendor.value.bytes(), mode: .strict) == vendor.value)
      }
    }
    #expect(repaired > 100)
  }
}
