import HTTPTypes

/// The values of a path's parameters, each decoded once after the path was split at its raw slashes.
struct PathParameters: Sendable, Equatable {
  private var values: [String: String] = [:]

  init() {}

  /// nil when an escape is malformed or does not decode to UTF-8.
  init?(names: [String], raw: [Substring]) {
    for (name, segment) in zip(names, raw) {
      guard let value = PercentEncoding.decode(segment) else { return nil }
      values[name] = value
    }
  }

  /// The value of a parameter that the route's template has; empty for another.
  subscript(name: String) -> String { values[name] ?? "" }
}
