import HTTPTypes
import JSONCoding

/// A whole answer, read.
struct Reply: Sendable {
  let status: Int
  let fields: HTTPFields
  let bytes: [UInt8]
  let took: Duration

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var json: JSON { (try? JSON.parse(bytes, mode: .strict)) ?? .null }
  var code: String { self["code"]?.stringValue ?? "" }
  var items: [JSON] { self["items"]?.arrayValue ?? [] }
  /// The status and, of a problem, its code.
  var summary: String { code.isEmpty ? "\(status)" : "\(status) \(code)" }

  subscript(_ path: String...) -> JSON? { json.at(path) }

  func string(_ path: String...) throws -> String {
    guard let value = json.at(path)?.stringValue else { throw Failure("no \(path) in \(status) \(text.prefix(400))") }
    return value
  }
}

extension JSON {
  func at(_ path: [String]) -> JSON? {
    path.reduce(self as JSON?) { value, name in
      if let index = Int(name), let items = value?.arrayValue { return items.dropFirst(index).first }
      return value?[name]
    }
  }

  subscript(_ path: String...) -> JSON? { at(path) }
}
