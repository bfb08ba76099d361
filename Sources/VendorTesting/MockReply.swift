package import HTTPTypes
package import JSONCoding
import ProgramTesting

/// An answer of a mock, read.
package struct MockReply: Sendable {
  package let status: Int
  package let fields: HTTPFields
  package let bytes: [UInt8]

  package init(_ response: HTTPResponse) {
    status = response.status
    fields = response.fields
    if case .bytes(let body) = response.body { bytes = body } else { bytes = [] }
  }

  /// One that came over the wire.
  package init(_ response: HTTPClientResponse) {
    status = response.status
    fields = response.fields
    bytes = response.body
  }

  package var json: JSON { (try? JSON.parse(bytes, mode: .strict)) ?? .null }

  /// A member, and a member of that; a number is an index.
  package subscript(_ path: String...) -> JSON? { json.at(path) }
}
