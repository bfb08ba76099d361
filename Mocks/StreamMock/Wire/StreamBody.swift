import MockKit
import JSONCoding

/// Reads request bodies.
enum StreamBody {
  /// The members of the body; empty without one. Throws for anything that is no JSON object.
  static func members(_ bytes: [UInt8]) throws(StreamRefusal) -> JSONObject {
    guard !bytes.isEmpty else { return [:] }
    guard case .object(let object)? = try? JSON.parse(bytes, mode: .strict) else {
      throw .input("unable to parse the request body as a JSON object")
    }
    return object
  }

  static func check(
    _ body: JSONObject, _ shape: StreamShape, _ caller: StreamCaller, _ options: StreamMockOptions
  ) throws(StreamRefusal) {
    var problems: [String: String] = [:]
    let rules = StreamShapeRules(isServer: caller.isServer, refusesUnknownFields: options.refusesUnknownFields)
    shape.check(.object(body), at: "", rules, into: &problems)
    guard let first = problems.min(by: { $0.key < $1.key }) else { return }
    throw .input("field '\(first.key)' \(first.value)", fields: problems)
  }
}
