import MeetingCore

/// The little that a call must know of a session description.
struct SDPText: Sendable {
  private(set) var lines: [String]

  init(_ text: String) {
    lines = text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }).map(String.init)
  }

  var text: String { lines.map { $0 + "\r\n" }.joined() }

  /// Its sections by their names, with the format that each names first. What has no name has its number.
  var sections: [(mid: String, isAudio: Bool, payload: String?)] {
    lines.indices.filter { lines[$0].hasPrefix("m=") }.enumerated().map { number, start in
      let words = lines[start].split(separator: " ")
      let mid = section(from: start).compactMap { Self.value($0, "mid") }.first
      return (mid ?? String(number), words[0] == "m=audio", words.count > 3 ? String(words[3]) : nil)
    }
  }

  var hasAudio: Bool { lines.first == "v=0" && sections.contains(where: \.isAudio) }

  /// The name of the first audio section; nil where it has none.
  var audioMid: String? { sections.first(where: \.isAudio)?.mid }

  /// Which gathering its candidates are of.
  var usernameFragment: String? { lines.lazy.compactMap { Self.value($0, "ice-ufrag") }.first }

  /// What must be seen nowhere.
  var passwords: [String] { lines.compactMap { Self.value($0, "ice-pwd") } }

  var isGathered: Bool { lines.contains("a=end-of-candidates") }

  /// With candidates that were found since, each in its section: the first where it does not say in which.
  func adding(_ candidates: [ICECandidate]) -> SDPText {
    var result = self
    for candidate in candidates where !candidate.isEnd {
      let line = "a=" + Self.attribute(candidate.candidate)
      if !result.lines.contains(line) { result.insert(line, candidate) }
    }
    return result
  }

  private mutating func insert(_ line: String, _ candidate: ICECandidate) {
    let starts = lines.indices.filter { lines[$0].hasPrefix("m=") }
    let named = candidate.mid.flatMap { mid in
      starts.first { section(from: $0).contains("a=mid:" + mid) }
    }
    let numbered = candidate.mediaLine.flatMap { starts.indices.contains($0) ? starts[$0] : nil }
    guard let start = named ?? numbered ?? starts.first else { return }
    lines.insert(line, at: section(from: start).endIndex)
  }

  private func section(from start: Int) -> ArraySlice<String> {
    let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("m=") } ?? lines.endIndex
    return lines[start..<end]
  }

  private static func value(_ line: String, _ name: String) -> String? {
    line.hasPrefix("a=\(name):") ? String(line.dropFirst(name.utf8.count + 3)) : nil
  }

  /// Without the prefix that some have. What is more than a line would be another attribute.
  private static func attribute(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return String(line.hasPrefix("a=") ? line.dropFirst(2) : line)
  }
}
