/// Bodies that no vendor sends, made from one that it did.
enum GarbageBodies {
  static func bodies(of genuine: [UInt8]) -> [[UInt8]] {
    let cut = [0, 1, genuine.count / 2, genuine.count - 1].map { Array(genuine.prefix($0)) }
    let texts = [
      "null", "[]", "{}", "0", "\"\"", #"{"type":null}"#, #"{"type":{"a":[]}}"#, "{\"type\":\"\u{0}\"}", "\u{FEFF}{}",
    ].map { Array($0.utf8) }
    let deep = Array(String(repeating: "[", count: 20_000).utf8)
    let binary: [[UInt8]] = [[0xFF, 0xFE, 0x00], [0x1F, 0x8B, 0x08], [0x1F, 0x8B] + genuine, [UInt8](0...255)]
    return cut + texts + binary + [deep, genuine + genuine]
  }
}
