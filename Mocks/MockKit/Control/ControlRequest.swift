package import HTTPTypes
package import JSONCoding

/// A request below `/_mock`, taken apart.
package struct ControlRequest: Sendable {
  package let method: String
  /// The path behind `/_mock`, decoded once, e.g. `["rooms", "audio_room:a", "participants"]`.
  package let path: [String]
  package let query: QueryParameters
  /// The members of the body; empty without a body.
  package let body: JSONObject

  /// nil when the path is not below `/_mock`.
  package init?(_ request: HTTPRequest) throws(ControlRefusal) {
    let segments = request.head.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard segments.first == "_mock" else { return nil }
    method = request.head.method
    var path: [String] = []
    for segment in segments.dropFirst() where !segment.isEmpty {
      guard let decoded = PercentEncoding.decode(segment) else { throw ControlRefusal("malformed escape in the path") }
      path.append(decoded)
    }
    self.path = path
    guard let query = QueryParameters(request.head.query) else { throw ControlRefusal("malformed query") }
    self.query = query
    body = try Self.members(request.body)
  }

  private static func members(_ bytes: [UInt8]) throws(ControlRefusal) -> JSONObject {
    guard !bytes.isEmpty else { return JSONObject() }
    guard case .object(let object)? = try? JSON.parse(bytes, mode: .strict) else {
      throw ControlRefusal("the body must be a JSON object")
    }
    return object
  }

  /// Refuses the first query parameter outside `names`.
  package func allowQuery(_ names: [String]) throws(ControlRefusal) {
    for pair in query.pairs where !names.contains(pair.name) {
      throw ControlRefusal("unknown query parameter", field: pair.name)
    }
  }

  /// A query parameter that must be a whole number not below zero.
  package func count(_ name: String) throws(ControlRefusal) -> Int? {
    guard let text = query[name] else { return nil }
    guard let value = Int(text), value >= 0 else { throw ControlRefusal("must be a whole number", field: name) }
    return value
  }
}
