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

  /// Refuses variables that are named as settings but name none. A secret may be kept in a variable of any name that has no
  /// section, such as `SWITCHBOARD_TOKEN_KEY`.
  func refuseUnknownVariables() {
    let known = Set(rows.map(\.environmentName))
    for name in environment.keys.sorted() where name.hasPrefix(EnvironmentName.prefix) && name.contains("__") {
      if !known.contains(name) { refuse(name, nil, "in the environment names no setting") }
    }
  }
}
