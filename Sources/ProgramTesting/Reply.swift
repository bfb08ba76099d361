package import HTTPTypes
package import JSONCoding

/// A whole answer, read.
package struct Reply: Sendable {
  package let status: Int
  package let fields: HTTPFields
  package let bytes: [UInt8]
  package let took: Duration

  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var json: JSON { (try? JSON.parse(bytes, mode: .strict)) ?? .null }
  package var code: String { self["code"]?.stringValue ?? "" }
  package var items: [JSON] { self["items"]?.arrayValue ?? [] }
  /// The status and, of a problem, its code.
  package var summary: String { code.isEmpty ? "\(status)" : "\(status) \(code)" }

  package subscript(_ path: String...) -> JSON? { json.at(path) }

  package func string(_ path: String...) throws -> String {
    guard let value = json.at(path)?.stringValue else { throw Failure("no \(path) in \(status) \(text.prefix(400))") }
    return value
  }
}

extension JSON {
  package func at(_ path: [String]) -> JSON? {
    path.reduce(self as JSON?) { value, name in
      if let index = Int(name), let items = value?.arrayValue { return items.dropFirst(index).first }
      return value?[name]
    }
  }

  package subscript(_ path: String...) -> JSON? { at(path) }
}
