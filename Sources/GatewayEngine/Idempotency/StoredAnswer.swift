package import HTTPTypes

/// An answer kept for repeats of the same request.
package struct StoredAnswer: Sendable, Equatable {
  package let status: Int
  package let fields: HTTPFields
  package let body: [UInt8]

  package init(status: Int, fields: HTTPFields, body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
