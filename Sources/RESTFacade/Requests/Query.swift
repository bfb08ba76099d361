import HTTPTypes
import MeetingCore

/// A query whose every parameter is one the route takes, in the form it takes it.
struct Query: Sendable {
  private let parameters: QueryParameters

  /// Throws `invalid_request` with every parameter that is unknown, given twice or malformed.
  init(_ raw: String?, for declared: [QueryParameter]) throws(GatewayError) {
    guard let parameters = QueryParameters(raw) else {
      throw GatewayError(.invalidRequest, "the query is not percent-encoded UTF-8")
    }
    self.parameters = parameters
    let issues = Self.issues(in: parameters, declared: declared)
    if !issues.isEmpty { throw GatewayError(.invalidRequest, "the query is not valid").with { $0.issues = issues } }
  }

  func text(_ name: String) -> String? { parameters[name] }
  func integer(_ name: String) -> Int? { parameters[name].flatMap(Int.init) }
  func boolean(_ name: String) -> Bool? { parameters[name].map { $0 == "true" } }
  func time(_ name: String) -> Timestamp? { parameters[name].flatMap(Time.parse) }
  func list(_ name: String) -> [String] {
    (parameters[name] ?? "").split(separator: ",").map(String.init)
  }

  var limit: Int { integer("limit") ?? 25 }
  var cursor: String? { text("cursor") }

  private static func issues(in parameters: QueryParameters, declared: [QueryParameter]) -> [FieldIssue] {
    var seen: Set<String> = []
    let missing = declared.filter { $0.isRequired && parameters[$0.name] == nil }.map {
      FieldIssue(pointer: "?" + $0.name, code: "required", message: "must be given")
    }
    return missing
      + parameters.pairs.compactMap { pair in
        let pointer = "?" + pair.name
        guard let parameter = declared.first(where: { $0.name == pair.name }) else {
          return FieldIssue(pointer: pointer, code: "unknown", message: "is no parameter of this route")
        }
        guard seen.insert(pair.name).inserted else {
          return FieldIssue(pointer: pointer, code: "repeated", message: "may be given once")
        }
        return parameter.form.issue(with: pair.value).map {
          FieldIssue(pointer: pointer, code: $0.code, message: $0.message)
        }
      }
  }
}
