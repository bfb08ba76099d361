/// Tokens and keys, by how they begin.
enum TokenShape {
  /// Our keys, client tokens and hook secrets, and keys as many vendors write them.
  private static let prefixes = ["sb_", "sbc_", "whsec_", "sk_", "sk-"].map { Array($0.utf8) }
  private static let schemes = ["bearer", "basic"].map { Array($0.utf8) }
  private static let jwtStart: [UInt8] = Array("eyJ".utf8)

  /// The end of a key that starts here: one of the prefixes and at least eight characters.
  static func key(_ bytes: [UInt8], at start: Int) -> Int? {
    guard let prefix = prefixes.first(where: { begins($0, bytes, start) }) else { return nil }
    let end = endOfRun(bytes, start)
    return end - start >= prefix.count + 8 ? end : nil
  }

  /// Whether a JSON Web Token starts here, and the end of it or of what was looked at.
  static func jwt(_ bytes: [UInt8], at start: Int) -> (isWhole: Bool, end: Int)? {
    guard bytes[start...].starts(with: jwtStart) else { return nil }
    let head = start + bytes[start...].prefix { Scrubber.isNameByte($0) && $0 != 46 }.count
    let isWhole = head - start >= 8 && head < bytes.count && bytes[head] == 46
    return (isWhole, isWhole ? endOfRun(bytes, start) : head)
  }

  /// Where the name of an authorization scheme ends.
  static func scheme(_ bytes: [UInt8], at start: Int) -> Int? {
    schemes.first { begins($0, bytes, start) }.map { start + $0.count }
  }

  private static func endOfRun(_ bytes: [UInt8], _ start: Int) -> Int {
    start + bytes[start...].prefix(while: Scrubber.isNameByte).count
  }

  private static func begins(_ word: [UInt8], _ bytes: [UInt8], _ start: Int) -> Bool {
    guard start + word.count <= bytes.count else { return false }
    return word.indices.allSatisfy { place in
      let byte = bytes[start + place]
      return ((65...90).contains(byte) ? byte | 0x20 : byte) == word[place]
    }
  }
}
