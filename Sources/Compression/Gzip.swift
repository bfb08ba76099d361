import CZlib

/// gzip (RFC 1952) over zlib's `inflate` and `deflate`, bounded.
package enum Gzip {
  /// Whether the bytes begin as gzip does.
  package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Inflates one or more members; anything behind the last is `.corrupt`. Never holds more than `limit` bytes of output:
  /// stops with `.tooLarge` where one more would come.
  package static func inflate(_ bytes: [UInt8], limit: Int) throws(CompressionError) -> [UInt8] {
    guard isGzip(bytes) else { throw .corrupt }
    var input = bytes
    let result = input.withUnsafeMutableBufferPointer { inflate($0, limit: limit) }
    return try result.get()
  }

  /// One member, at the library's usual level. The same bytes give the same member: it holds no name and no time.
  package static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    precondition(sb_deflate_init_gzip(&stream) == Z_OK, "the compression library cannot start")
    defer { deflateEnd(&stream) }
    var input = bytes
    return input.withUnsafeMutableBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, UInt(source.count)))) { target, count in
        stream.next_in = source.baseAddress
        stream.next_out = target.baseAddress
        repeat {
          // The library counts in 32 bits; the bound makes one pass of it for all but giants.
          stream.avail_in = UInt32(clamping: source.count - Int(stream.total_in))
          stream.avail_out = UInt32(clamping: target.count - Int(stream.total_out))
        } while CZlib.deflate(
          &stream, Int(stream.avail_in) + Int(stream.total_in) < source.count ? Z_NO_FLUSH : Z_FINISH)
          == Z_OK
        count = Int(stream.total_out)
      }
    }
  }

  private static let magic: [UInt8] = [0x1f, 0x8b]

  private static func inflate(_ source: UnsafeMutableBufferPointer<UInt8>, limit: Int)
    -> Result<[UInt8], CompressionError>
  {
    var stream = z_stream()
    guard sb_inflate_init_gzip(&stream) == Z_OK else { return .failure(.corrupt) }
    defer { inflateEnd(&stream) }
    var rest = source[...]
    var output = BoundedOutput(limit: limit)
    while !rest.isEmpty {
      guard rest.starts(with: magic) else { return .failure(.corrupt) }
      inflateReset(&stream)
      if let error = member(&stream, &rest, into: &output) { return .failure(error) }
    }
    return .success(output.bytes)
  }

  /// Inflates the member `rest` begins with and takes it off; the error, if any.
  private static func member(
    _ stream: inout z_stream, _ rest: inout Slice<UnsafeMutableBufferPointer<UInt8>>, into output: inout BoundedOutput
  ) -> CompressionError? {
    while true {
      stream.next_in = UnsafeMutableBufferPointer(rebasing: rest).baseAddress
      stream.avail_in = UInt32(clamping: rest.count)
      let offered = Int(stream.avail_in)
      let code = output.fill(&stream)
      rest = rest.dropFirst(offered - Int(stream.avail_in))
      if output.isTooLarge { return .tooLarge }
      switch code {
      case Z_STREAM_END: return nil
      case Z_OK where !rest.isEmpty || stream.avail_out == 0: continue
      case Z_OK, Z_BUF_ERROR: return .truncated
      default: return .corrupt
      }
    }
  }
}
