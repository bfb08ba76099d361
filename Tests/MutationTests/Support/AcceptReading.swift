/// `Accept` as RFC 9110 has it, written for the comparison only: ranges that it does not know count for nothing.
enum AcceptReading {
  static func weight(of type: String, in field: String) -> Double {
    let ranges = field.split(separator: ",").map { $0.split(separator: ";").map(trimmed) }
    for name in [type, type.prefix { $0 != "/" } + "/*", "*/*"] {
      let weights = ranges.filter { $0.first?.lowercased() == name }.map(quality)
      if let best = weights.first { return best }
    }
    // Nothing said, nothing refused.
    return field.utf8.allSatisfy { " \t,".utf8.contains($0) } ? 1 : 0
  }

  /// `0` and `1` with up to three digits behind the point; anything else is 0.
  private static func quality(_ range: [String]) -> Double {
    guard let given = range.dropFirst().first(where: { $0.lowercased().hasPrefix("q=") }) else { return 1 }
    let number = given.dropFirst(2)
    guard number.wholeMatch(of: /0(\.[0-9]{0,3})?|1(\.0{0,3})?/) != nil else { return 0 }
    return Double(number) ?? 0
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
