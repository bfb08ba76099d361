/// A request to somebody else's server.
package struct HTTPClientRequest: Sendable {
  package var method: String
  /// Absolute `http://` or `https://` URL, already percent-encoded.
  package var url: String
  package var fields: HTTPFields
  /// nil sends no body; an empty array sends `Content-Length: 0`.
  package var body: [UInt8]?
  package var timeouts: HTTPTimeouts
  /// An answer's body beyond this is the failure `.tooLarge`.
  package var maximumResponseBytes: Int

  package init(
    method: String, url: String, fields: HTTPFields = [:], body: [UInt8]? = nil,
    timeouts: HTTPTimeouts = HTTPTimeouts(),
    maximumResponseBytes: Int = 4 << 20
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.timeouts = timeouts
    self.maximumResponseBytes = maximumResponseBytes
  }
}
