/// An answer. The server adds `Date`, `Content-Length` or chunking, and drops the body for HEAD, 204 and 304.
package struct HTTPResponse: Sendable {
  package var status: Int
  package var fields: HTTPFields
  package var body: Body

  package enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// Sent as it is produced; each piece is flushed at once.
    case stream(any HTTPBodySource)
    /// With status 101: the connection leaves HTTP. `fields` must have `Upgrade`.
    case upgrade(any HTTPUpgrade)
  }

  package init(status: Int, fields: HTTPFields = [:], body: Body = .none) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
