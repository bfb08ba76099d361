import HTTPTypes
import JSONCoding

/// An answer over HTTP, read.
struct Answer: Sendable {
  let status: Int
  let fields: HTTPFields
  let bytes: [UInt8]

  var json: JSON { (try? JSON.parse(bytes, mode: .strict)) ?? .null }

  subscript(_ path: String...) -> JSON? {
    path.reduce(json as JSON?) { value, name in
      if let index = Int(name), let items = value?.arrayValue { return items.dropFirst(index).first }
      return value?[name]
    }
  }

  /// Status and text of a refusal of messaging's, told twice.
  var refusal: String {
    self["message"] == self["error"] ? "\(status) \(self["message"]?.stringValue ?? "")" : "two texts"
  }
}
