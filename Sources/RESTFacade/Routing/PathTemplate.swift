/// A route's path, e.g. `/v1/rooms/{room}/lock`: every segment is a literal or one parameter.
struct PathTemplate: Sendable, Hashable {
  enum Segment: Sendable, Hashable {
    case literal(String)
    case parameter(String)
  }

  let text: String
  let segments: [Segment]

  init(_ text: String) {
    self.text = text
    segments = text.dropFirst().split(separator: "/").map { part in
      part.first == "{" ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
    }
  }

  /// Names of the parameters, in order.
  var parameters: [String] {
    segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }
}
