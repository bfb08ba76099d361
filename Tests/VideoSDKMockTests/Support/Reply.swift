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

  /// The vendor's code, 0 without one, and the status, e.g. `4001/400`.
  var refusal: String { "\(self["code"]?.integerValue ?? 0)/\(status)" }
  /// The text of a refusal, or of an answer that is nothing but a text.
  var message: String { json.stringValue ?? self["error"]?.stringValue ?? "" }
}
