/// One thing wrong with the configuration, with its path and where it stands. Never holds a secret's value.
package struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// E.g. `providers[stream-main].credentials.api_key`; empty for the file as a whole.
  package let path: String
  /// nil when it is missing, or came from the environment.
  package let position: Position?
  package let message: String

  package init(path: String, position: Position?, message: String) {
    self.path = path
    self.position = position
    self.message = message
  }

  package var description: String {
    let place = position.map { " (\($0))" } ?? ""
    return path.isEmpty ? "the configuration\(place) \(message)" : "\(path)\(place) \(message)"
  }
}
