import Synchronization

/// What a whole reading shares: the environment, what was wrong, and what settings there are.
final class ReadingContext {
  let environment: [String: String]
  let readFile: (String) -> [UInt8]?
  var errors: [ConfigurationError] = []
  var rows: [ReferenceRow] = []

  init(environment: [String: String], readFile: @escaping (String) -> [UInt8]?) {
    self.environment = environment
    self.readFile = readFile
  }

  func refuse(_ path: String, _ position: Position?, _ message: String) {
    errors.append(ConfigurationError(path: path, position: position, message: message))
  }
}
