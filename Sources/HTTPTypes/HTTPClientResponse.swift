/// A whole answer of somebody else's server.
package struct HTTPClientResponse: Sendable {
  package var status: Int
  package var fields: HTTPFields
  package var body: [UInt8]

  package init(status: Int, fields: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
