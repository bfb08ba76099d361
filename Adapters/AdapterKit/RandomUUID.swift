package import Cryptography

/// Random UUIDs, version 4.
package enum RandomUUID {
  package static func make(_ random: any RandomSource) -> String {
    var bytes = random.bytes(16)
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let hex = Array(Hex.encode(bytes).utf8)
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: hex[$0], as: UTF8.self) }
    return parts.joined(separator: "-")
  }
}
