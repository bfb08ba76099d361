/// A filter on names: `*` stands for any run of characters, and several patterns are joined by commas.
struct NamePattern: Sendable {
  private let patterns: [[Character]]

  init(_ text: String) { patterns = text.split(separator: ",").map { Array($0) } }

  func matches(_ name: String) -> Bool {
    patterns.isEmpty || patterns.contains { Self.matches($0[...], Array(name)[...]) }
  }

  private static func matches(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" { return (text.startIndex...text.endIndex).contains { matches(rest, text[$0...]) } }
    return text.first == first && matches(rest, text.dropFirst())
  }
}
