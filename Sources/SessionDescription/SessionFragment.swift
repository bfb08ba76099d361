/// What is trickled over HTTP (RFC 8840 section 9): candidates of parts of a session that is being negotiated.
package struct SessionFragment: Sendable, Hashable {
  /// One candidate, from `candidate:` on, and the part that it belongs to.
  package struct Candidate: Sendable, Hashable {
    package let text: String
    /// nil where the fragment names no part.
    package let mid: String?
  }

  package private(set) var candidates: [Candidate] = []
  /// No candidate follows.
  package private(set) var isLast = false
  /// The generation that it speaks of; empty where it does not say.
  package private(set) var usernameFragments: Set<String> = []

  private static let maximumCandidates = 200

  /// Reads one. What it has beside candidates and their generation is of no account.
  package init(reading bytes: [UInt8]) throws(SessionDescriptionError) {
    let lines = try LineReader.lines(bytes)
    guard !lines.isEmpty else { throw SessionDescriptionError("", .required, "must have a line") }
    var place = -1
    var mid: String?
    for (index, line) in lines.enumerated() {
      if line.type == "m" { (place, mid) = (place + 1, Self.mid(in: lines[(index + 1)...])) }
      guard let (name, value) = line.attribute else { continue }
      let field = place < 0 ? String(name) : "media[\(place)]/\(name)"
      switch name {
      case "candidate": try add(line, mid, field, number: index + 1)
      case "ice-ufrag":
        guard let word = value, ICEText.isUsernameFragment(word) else {
          throw SessionDescriptionError(field, .invalid, "must be 4 to 256 letters, digits, + and /", line: index + 1)
        }
        usernameFragments.insert(String(word))
      case "ice-pwd":
        guard let word = value, ICEText.isPassword(word) else {
          throw SessionDescriptionError(field, .invalid, "must be 22 to 256 letters, digits, + and /", line: index + 1)
        }
      case "end-of-candidates": isLast = true
      default: break
      }
    }
  }

  private mutating func add(_ line: SDPLine, _ mid: String?, _ field: String, number: Int)
    throws(SessionDescriptionError)
  {
    guard ICEText.isCandidate(line.value) else {
      throw SessionDescriptionError(field, .invalid, "is no candidate", line: number)
    }
    guard candidates.count < Self.maximumCandidates else {
      throw SessionDescriptionError(field, .tooMany, "must be at most \(Self.maximumCandidates)", line: number)
    }
    candidates.append(Candidate(text: line.value, mid: mid))
  }

  /// The name stands somewhere below the part's head.
  private static func mid(in lines: ArraySlice<SDPLine>) -> String? {
    Array(lines.prefix { $0.type != "m" }).value(of: "mid")
  }
}
