/// Patterns in which `*` stands for any text, also none.
enum Wildcard {
  static func matches(_ pattern: String, _ text: String) -> Bool {
    let parts = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    guard parts.count > 1 else { return pattern.utf8.elementsEqual(text.utf8) }
    var rest = Array(text.utf8)[...]
    guard rest.starts(with: parts[0]) else { return false }
    rest = rest.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() {
      guard let end = end(of: Array(part), in: rest) else { return false }
      rest = rest[end...]
    }
    return rest.count >= parts[parts.count - 1].count
      && rest.suffix(parts[parts.count - 1].count).elementsEqual(parts[parts.count - 1])
  }

  private static func end(of part: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard !part.isEmpty else { return text.startIndex }
    var start = text.startIndex
    while start + part.count <= text.endIndex {
      if text[start..<start + part.count].elementsEqual(part) { return start + part.count }
      start += 1
    }
    return nil
  }
}
