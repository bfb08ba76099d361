/// Everything that is wrong, found in one go.
package struct ConfigurationErrors: Error, Sendable, Hashable, CustomStringConvertible {
  package let all: [ConfigurationError]

  package init(_ all: [ConfigurationError]) { self.all = all }

  package var description: String { all.map(\.description).joined(separator: "\n") }
}
