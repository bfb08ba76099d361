/// What the command line asks for.
struct Options {
  enum Mode: String {
    /// Every connection sends its next request as soon as it has the answer to the last.
    case closed
    /// Requests are due at fixed times, whether or not answers come.
    case constant
    /// Event streams are held open while deliveries are posted one by one.
    case fanout
  }

  let mode: Mode
  private let values: [String: String]

  init(_ arguments: [String]) throws(LoadFailure) {
    guard let word = arguments.first, let mode = Mode(rawValue: word) else {
      throw LoadFailure("usage: LoadGenerator closed|constant|fanout --port N --requests FILE [--option VALUE …]")
    }
    guard arguments.count % 2 == 1 else { throw LoadFailure("every option takes a value") }
    var values: [String: String] = [:]
    for index in stride(from: 1, to: arguments.count, by: 2) {
      guard Self.known.contains(arguments[index]) else { throw LoadFailure("there is no \(arguments[index])") }
      values[arguments[index]] = arguments[index + 1]
    }
    self.mode = mode
    self.values = values
  }

  private static let known: Set<String> = [
    "--port", "--requests", "--connections", "--seconds", "--rate", "--expect", "--repeat", "--streams", "--open",
    "--marker", "--pause-ms",
  ]

  func text(_ name: String) throws(LoadFailure) -> String {
    guard let value = values[name] else { throw LoadFailure("\(name) is missing") }
    return value
  }

  func number(_ name: String, or standard: Double? = nil) throws(LoadFailure) -> Double {
    guard let value = values[name] else {
      guard let standard else { throw LoadFailure("\(name) is missing") }
      return standard
    }
    guard let number = Double(value), number >= 0 else { throw LoadFailure("\(name) must be a number") }
    return number
  }

  func count(_ name: String, or standard: Int? = nil) throws(LoadFailure) -> Int {
    Int(try number(name, or: standard.map(Double.init)))
  }

  /// Whether the list of requests starts again at its end.
  var repeats: Bool { values["--repeat"] != "no" }
}
