import HTTPTypes
import JSONCoding

/// A request after routing, authentication and validation: what an operation works on.
struct StreamInput: Sendable {
  let operation: StreamOperation
  let view: StreamView
  let parameters: [String: String]
  let query: QueryParameters
  let body: JSONObject
  let caller: StreamCaller
  /// Wall time in nanoseconds.
  let now: Int64
  /// Under which name the caller reached the server; nil in process.
  var host: String?

  var type: String { parameters["type"] ?? "" }
  var id: String { parameters["id"] ?? "" }
  var cid: String { "\(type):\(id)" }

  /// A body member, nil when missing or null.
  subscript(name: String) -> JSON? {
    guard let value = body[name], !value.isNull else { return nil }
    return value
  }

  func string(_ name: String) -> String? { self[name]?.stringValue }
  /// A switch of the body, or of the query where there is no body.
  func flag(_ name: String) -> Bool { self[name]?.boolValue ?? (query[name] == "true") }
  func strings(_ name: String) -> [String] { self[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  /// A whole number within `range` from the query string.
  func count(_ name: String, within range: ClosedRange<Int>) throws(StreamRefusal) -> Int? {
    guard let text = query[name] else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw .input("field \"\(name)\" must be within \(range)", fields: [name: "must be within \(range)"])
    }
    return value
  }
}
