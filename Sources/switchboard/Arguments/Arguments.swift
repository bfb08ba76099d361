/// A command's words: options `--name value` or `--name=value`, flags, and the rest in order.
struct Arguments {
  private var options: [String: String] = [:]
  private(set) var words: [String] = []

  /// Throws a usage error for an option that is not listed.
  init(_ arguments: [String], options known: Set<String>, flags: Set<String> = []) throws(UsageError) {
    var rest = arguments[...]
    while let next = rest.popFirst() {
      guard next.hasPrefix("--") else {
        words.append(next)
        continue
      }
      let halves = next.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(halves[0])
      if flags.contains(name), halves.count == 1 {
        self.options[name] = "true"
      } else if known.contains(name) {
        guard let value = halves.count > 1 ? String(halves[1]) : rest.popFirst() else {
          throw UsageError("--\(name) needs a value")
        }
        self.options[name] = value
      } else {
        throw UsageError("--\(name) is not an option here")
      }
    }
  }

  subscript(name: String) -> String? { options[name] }

  func has(_ flag: String) -> Bool { options[flag] != nil }

  func integer(_ name: String, in range: ClosedRange<Int>, or fallback: Int) throws(UsageError) -> Int {
    guard let text = options[name] else { return fallback }
    guard let value = Int(text), range.contains(value) else {
      throw UsageError("--\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// Options that mean something only with a word that was not given.
  func refuse(_ names: [String], without word: String) throws(UsageError) {
    if let name = names.first(where: has) { throw UsageError("--\(name) is not an option here: it goes with \(word)") }
  }

  func refuseWords(beyond count: Int = 0) throws(UsageError) {
    if words.count > count { throw UsageError("\(words[count]) is not expected here") }
  }
}
