/// How much a line matters.
package enum LogLevel: Int, Sendable, Comparable, CaseIterable {
  case debug, info, warning, error

  package var name: String {
    switch self {
    case .debug: "debug"
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }

  package init?(name: String) {
    guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
