import CCurl
import HTTPTypes

/// A connection that the library opened, with TLS where it is meant to have it (`curl_easy_recv`, `curl_easy_send`).
struct CurlStream: ByteStream {
  let descriptor: Int32
  /// Owned from the connecting thread's end on by whoever has the stream, one thread at a time, until `close`.
  nonisolated(unsafe) private let handle: UnsafeMutableRawPointer

  /// nil when the connection is gone already.
  init?(_ handle: UnsafeMutableRawPointer) {
    var socket: curl_socket_t = -1
    guard sb_get_socket(handle, &socket) == CURLE_OK, socket >= 0 else { return nil }
    self.handle = handle
    descriptor = socket
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteStreamStep {
    var count = 0
    switch curl_easy_recv(handle, buffer.baseAddress, buffer.count, &count) {
    case CURLE_OK: return count > 0 ? .moved(count) : .ended
    case CURLE_AGAIN: return .wouldBlock
    default: return .failed
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> ByteStreamStep {
    var count = 0
    switch curl_easy_send(handle, bytes.baseAddress, bytes.count, &count) {
    case CURLE_OK: return .moved(count)
    case CURLE_AGAIN: return .wouldBlock
    default: return .failed
    }
  }

  func close() { curl_easy_cleanup(handle) }
}
