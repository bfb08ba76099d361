/// A connection that moves bytes without blocking, over TLS or not. Used by one thread at a time.
package protocol ByteStream: Sendable {
  /// To wait on.
  var descriptor: Int32 { get }
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteStreamStep
  func write(_ bytes: UnsafeRawBufferPointer) -> ByteStreamStep
  /// Called once, when nothing is read or written any more.
  func close()
}

package enum ByteStreamStep: Sendable, Hashable {
  /// More than none.
  case moved(Int)
  case wouldBlock
  /// The peer has closed its side.
  case ended
  case failed
}

/// Opens connections for whoever speaks another protocol than HTTP over them.
package protocol ByteStreamOpening: Sendable {
  /// Connects to the host of an `http` or `https` URL, with TLS where it says so. Only the connect time-out counts.
  func openStream(to url: String, timeouts: HTTPTimeouts) async throws(HTTPClientFailure) -> any ByteStream
}
