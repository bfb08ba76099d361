/// The sound of a conversation: a WAV file with 8000 samples of 16 bits in a second. Each side hums a tone of its own,
/// so that the directions can be told apart; together they are two channels.
struct PolyRecording {
  private static let rate = 8_000
  /// However long the call was.
  private static let longest = 60_000

  let milliseconds: Int
  /// `combined`, `user` or `agent`.
  let direction: String

  var bytes: [UInt8] {
    let periods = direction == "user" ? [40] : direction == "agent" ? [20] : [40, 20]
    let count = min(max(milliseconds, 0), Self.longest) * Self.rate / 1_000
    let size = UInt32(count * periods.count * 2)
    var bytes = Array("RIFF".utf8) + Self.bytes(size + 36) + Array("WAVEfmt ".utf8) + Self.bytes(UInt32(16))
    bytes += Self.bytes(UInt16(1)) + Self.bytes(UInt16(periods.count)) + Self.bytes(UInt32(Self.rate))
    bytes += Self.bytes(UInt32(Self.rate * periods.count * 2)) + Self.bytes(UInt16(periods.count * 2))
    bytes += Self.bytes(UInt16(16)) + Array("data".utf8) + Self.bytes(size)
    bytes.reserveCapacity(bytes.count + Int(size))
    for index in 0..<count {
      for period in periods { bytes += Self.bytes(UInt16(bitPattern: index % period < period / 2 ? 1_000 : -1_000)) }
    }
    return bytes
  }

  private static func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  private static func bytes(_ value: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }
}
