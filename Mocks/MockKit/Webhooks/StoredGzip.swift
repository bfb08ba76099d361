/// Gzip without a compressor: stored blocks in a correct frame (RFC 1951, 1952), which every reader must inflate.
enum StoredGzip {
  static func wrap(_ bytes: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      frame += [rest.isEmpty ? 1 : 0] + little(UInt16(block.count)) + little(~UInt16(block.count)) + block
    } while !rest.isEmpty
    return frame + little(checksum(bytes)) + little(UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }
}
