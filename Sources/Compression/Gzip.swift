import CZlib

/// gzip over zlib (`inflate`, `deflate`), bounded.
package enum Gzip {
  /// Whether the bytes begin as gzip does.
  package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

  /// Inflates one or more members. Stops as soon as the result would exceed `limit` bytes.
  package static func inflate(_ bytes: [UInt8], limit: Int) throws(CompressionError) -> [UInt8] {
    guard isGzip(bytes) else { throw .corrupt }
    var output: [UInt8] = []
    var offset = 0
    while offset < bytes.count {
      guard isGzip(Array(bytes[offset..<min(offset + 2, bytes.count)])) else { throw .corrupt }
      offset += try member(bytes, from: offset, into: &output, limit: limit)
    }
    return output
  }

  /// One member as gzip, at the library's usual level.
  package static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    precondition(sb_deflate_init_gzip(&stream) == Z_OK, "the compression library cannot start")
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 32)
    let capacity = output.count
    input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(capacity)
        let done = CZlib.deflate(&stream, Z_FINISH)
        precondition(done == Z_STREAM_END, "the bound was too small")
      }
    }
    return Array(output.prefix(capacity - Int(stream.avail_out)))
  }

  /// Inflates the member that starts at `start`; returns how many bytes it took.
  private static func member(_ bytes: [UInt8], from start: Int, into output: inout [UInt8], limit: Int)
    throws(CompressionError) -> Int
  {
    var stream = z_stream()
    guard sb_inflate_init_gzip(&stream) == Z_OK else { throw .corrupt }
    defer { inflateEnd(&stream) }
    var input = Array(bytes[start...])
    let count = input.count
    let result: Result<Int, CompressionError> = input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(count)
      return pump(&stream, count, into: &output, limit: limit)
    }
    return try result.get()
  }

  private static func pump(_ stream: inout z_stream, _ count: Int, into output: inout [UInt8], limit: Int)
    -> Result<Int, CompressionError>
  {
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let code = piece.withUnsafeMutableBufferPointer { target in
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        return CZlib.inflate(&stream, Z_NO_FLUSH)
      }
      output += piece.prefix(piece.count - Int(stream.avail_out))
      if output.count > limit { return .failure(.tooLarge) }
      switch code {
      case Z_STREAM_END: return .success(count - Int(stream.avail_in))
      case Z_OK where stream.avail_in > 0 || stream.avail_out == 0: continue
      case Z_OK, Z_BUF_ERROR: return .failure(.truncated)
      default: return .failure(.corrupt)
      }
    }
  }
}
