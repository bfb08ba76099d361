/// RFC 7468: base64 between two lines that say of what.
enum PEM {
  /// Lines of 64 letters, a line break at the end.
  static func encode(_ bytes: [UInt8], label: String) -> String {
    var rest = Base64.encode(bytes)[...]
    var lines = ["-----BEGIN \(label)-----"]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    return lines.joined(separator: "\n") + "\n-----END \(label)-----\n"
  }

  /// What stands between the lines, and what they say; nil unless the text is exactly one such block, however it is broken
  /// into lines.
  static func decode(_ text: String) -> (label: String, bytes: [UInt8])? {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { $0 != " " && $0 != "\t" } }
    guard let first = lines.first, let last = lines.last, lines.count > 2 else { return nil }
    let (begin, end, dashes) = ("-----BEGIN", "-----END", "-----")
    guard first.hasPrefix(begin), first.hasSuffix(dashes), last.hasPrefix(end), last.hasSuffix(dashes) else {
      return nil
    }
    let label = first.dropFirst(begin.count).dropLast(dashes.count)
    guard label == last.dropFirst(end.count).dropLast(dashes.count) else { return nil }
    guard let bytes = Base64.decode(lines.dropFirst().dropLast().joined()) else { return nil }
    return (String(label), bytes)
  }
}
