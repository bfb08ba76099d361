import HTTPTypes
import JSONCoding

/// An answer of the API, taken apart.
struct Reply: Sendable {
  let status: Int
  let fields: HTTPFields
  let json: JSON

  init(_ response: HTTPResponse) {
    status = response.status
    fields = response.fields
    if case .bytes(let body) = response.body {
      json = (try? JSON.parse(body, mode: .strict)) ?? .null
    } else {
      json = .null
    }
  }

  subscript(_ name: String) -> JSON? { json[name] }

  var code: String? { json["code"]?.stringValue }
  var items: [JSON] { json["items"]?.arrayValue ?? [] }
  /// For messages: status and problem code.
  var short: String { code.map { "\(status) \($0)" } ?? "\(status)" }
}
