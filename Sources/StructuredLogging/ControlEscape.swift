/// Characters that could break a line of a log or move the cursor of a terminal, written out.
enum ControlEscape {
  /// What stands for the bytes at `index`, and how many they are; no text when they may stay.
  static func at(_ index: Int, in bytes: [UInt8]) -> (text: [UInt8]?, length: Int) {
    let byte = bytes[index]
    switch byte {
    case 0..<32, 127: return (escape(UInt32(byte)), 1)
    case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0:
      return (escape(UInt32(bytes[index + 1])), 2)
    case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xA8]): return (escape(0x2028), 3)
    case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xA9]): return (escape(0x2029), 3)
    default: return (nil, 1)
    }
  }

  private static func escape(_ value: UInt32) -> [UInt8] { Array("\\u{\(String(value, radix: 16))}".utf8) }
}
