import CMicrohttpd

/// What the library reads a streamed answer from; it owns this object until it releases the response.
final class StreamReader: Sendable {
  private let connection: Connection
  private let number: UInt64

  init(_ connection: Connection, _ number: UInt64) {
    self.connection = connection
    self.number = number
  }

  func makeResponse() -> OpaquePointer? {
    let context = Unmanaged.passRetained(self)
    if let response = sb_mhd_stream(Self.read, context.toOpaque(), Self.release) { return response }
    context.release()
    return nil
  }

  private static let read: MHD_ContentReaderCallback = { context, _, buffer, size in
    guard let context, let buffer else { return endWithError }
    let reader = Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
    let room = UnsafeMutableRawBufferPointer(start: buffer, count: size)
    switch reader.connection.read(reader.number, into: room) {
    case .copied(let count, _): return count
    case .finished: return endOfStream
    case .failed: return endWithError
    case .nothingYet: return 0
    }
  }

  private static let release: MHD_ContentReaderFreeCallback = { context in
    if let context { Unmanaged<StreamReader>.fromOpaque(context).release() }
  }

  private static let endOfStream = -1
  private static let endWithError = -2
}
