import HTTPTypes
import JSONCoding

/// A request after routing: what an operation works on.
struct PolyInput: Sendable {
  let operation: PolyOperation
  let parameters: [String: String]
  let query: QueryParameters
  let head: HTTPRequestHead
  let body: [UInt8]
  /// Wall time in nanoseconds.
  let now: Int64

  /// Wall time in seconds.
  var seconds: Int64 { now / 1_000_000_000 }

  /// A placeholder of the path.
  func path(_ name: String) -> String { parameters[name] ?? "" }

  /// A header field that says something.
  func header(_ name: String) -> String? {
    guard let value = head.fields[name], !value.isEmpty else { return nil }
    return value
  }

  /// What is behind `Bearer` of `Authorization`; nil without the header, empty when it is of another kind.
  var bearer: String? {
    guard let header = header("Authorization") else { return nil }
    guard header.lowercased().hasPrefix("bearer ") else { return "" }
    return String(header.dropFirst("bearer ".count).drop { $0 == " " })
  }

  /// The members of the body; empty without a body.
  func members() throws(PolyRefusal) -> JSONObject {
    guard !body.isEmpty else { return JSONObject() }
    guard case .object(let object)? = try? JSON.parse(body, mode: .strict) else { throw .unreadable }
    return object
  }
}
