/// What is known of a request once its head is complete. `path` and `query` are the raw bytes of the target: nothing is
/// decoded, so `%2F` inside an id survives.
package struct HTTPRequestHead: Sendable {
  package var method: String
  /// The raw target up to, not including, `?`. Always starts with `/` (or is `*`).
  package var path: String
  /// The raw target behind `?`; nil when there is no `?`.
  package var query: String?
  package var fields: HTTPFields
  /// The peer's address without its port, e.g. `127.0.0.1` or `::1`; empty when called in process.
  package var peer: String
  /// The peer's port; 0 when called in process.
  package var peerPort: UInt16
  /// The declared `Content-Length`; nil when absent or chunked.
  package var contentLength: Int?
  /// Whether a body follows (a length above zero, or chunked).
  package var hasBody: Bool

  package init(
    method: String, path: String, query: String? = nil, fields: HTTPFields = [:], peer: String = "",
    peerPort: UInt16 = 0, contentLength: Int? = nil, hasBody: Bool = false
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.peer = peer
    self.peerPort = peerPort
    self.contentLength = contentLength
    self.hasBody = hasBody
  }
}
