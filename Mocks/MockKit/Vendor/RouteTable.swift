import HTTPTypes

/// Finds the operation of a path. A pattern is a path whose `{name}` segments match anything; a segment with more literal
/// text wins over a placeholder.
package struct RouteTable<Operation: Sendable>: Sendable {
  package struct Match: Sendable {
    package let operation: Operation
    /// The placeholders' values, percent-decoded once.
    package let parameters: [String: String]
  }

  private struct Route: Sendable {
    let pattern: [Substring]
    let operation: Operation
  }

  private var routes: [String: [Int: [Route]]] = [:]

  package init() {}

  package mutating func add(_ method: String, _ pattern: String, _ operation: Operation) {
    let segments = Self.segments(pattern)
    let route = Route(pattern: segments, operation: operation)
    routes[method, default: [:]][segments.count, default: []].append(route)
    routes[method]?[segments.count]?.sort { Self.literals($0) > Self.literals($1) }
  }

  /// nil when nothing matches or an escape in the path is malformed.
  package func match(_ method: String, _ path: String) -> Match? {
    let segments = Self.segments(path)
    guard let candidates = routes[method]?[segments.count] else { return nil }
    for route in candidates {
      if let parameters = Self.parameters(route.pattern, segments) {
        return Match(operation: route.operation, parameters: parameters)
      }
    }
    return nil
  }

  private static func segments(_ path: String) -> [Substring] {
    path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
  }

  private static func literals(_ route: Route) -> Int { route.pattern.count { !$0.hasPrefix("{") } }

  private static func parameters(_ pattern: [Substring], _ segments: [Substring]) -> [String: String]? {
    var values: [String: String] = [:]
    for (expected, segment) in zip(pattern, segments) {
      if expected.hasPrefix("{") {
        guard !segment.isEmpty, let value = PercentEncoding.decode(segment) else { return nil }
        values[String(expected.dropFirst().dropLast())] = value
      } else if !expected.utf8.elementsEqual(segment.utf8) {
        return nil
      }
    }
    return values
  }
}
