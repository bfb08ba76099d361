import HTTPTypes
import JSONCoding

/// An answer, read.
struct Reply: Sendable {
  let status: Int
  let fields: HTTPFields
  let bytes: [UInt8]

  init(_ response: HTTPResponse) {
    status = response.status
    fields = response.fields
    if case .bytes(let body) = response.body { bytes = body } else { bytes = [] }
  }

  var json: JSON { (try? JSON.parse(bytes, mode: .strict)) ?? .null }

  subscript(_ path: String...) -> JSON? {
    path.reduce(json as JSON?) { value, name in
      if let index = Int(name), let items = value?.arrayValue { return items.dropFirst(index).first }
      return value?[name]
    }
  }

  /// The vendor's code and the status, e.g. `16/404`.
  var refusal: String { "\(self["code"]?.integerValue ?? 0)/\(status)" }
  var message: String { self["message"]?.stringValue ?? "" }
}
