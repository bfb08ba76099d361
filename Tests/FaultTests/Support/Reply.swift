import HTTPTypes
import JSONCoding

/// An answer of the API, taken apart.
struct Reply: Sendable {
  let status: Int
  let fields: HTTPFields
  let json: JSON
  let took: Duration

  init(_ response: HTTPResponse, took: Duration) {
    status = response.status
    fields = response.fields
    self.took = took
    if case .bytes(let body) = response.body {
      json = (try? JSON.parse(body, mode: .strict)) ?? .null
    } else {
      json = .null
    }
  }

  subscript(_ path: String...) -> JSON? { path.reduce(json as JSON?) { $0?[$1] } }

  var items: [JSON] { json["items"]?.arrayValue ?? [] }
  /// Status and problem code.
  var summary: String { json["code"]?.stringValue.map { "\(status) \($0)" } ?? "\(status)" }
  /// What the vendor, or the way to it, is said to have done.
  var reason: String { self["provider_error", "message"]?.stringValue ?? "" }
}
