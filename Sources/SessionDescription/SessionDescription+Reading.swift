extension SessionDescription {
  /// Parts of one call; more is none.
  private static let maximumParts = 32
  private static let maximumCandidates = 200

  /// Reads one and checks what a call cannot do without: the lines that every description has, and for each part that is
  /// not refused the words and the fingerprint that its sides know each other by.
  package init(reading bytes: [UInt8]) throws(SessionDescriptionError) {
    let lines = try LineReader.lines(bytes)
    let heads = lines.indices.filter { lines[$0].type == "m" }
    self.init(
      session: Array(lines[..<(heads.first ?? lines.endIndex)]),
      media: try Self.sections(lines, at: heads))
    try Self.checkSession(session)
    guard !media.isEmpty else { throw SessionDescriptionError("media", .required, "must have an m= line") }
    try checkNames()
    for (index, section) in media.enumerated() { try check(section, at: index) }
  }

  /// The same of a text.
  package init(reading text: String) throws(SessionDescriptionError) { try self.init(reading: Array(text.utf8)) }

  private static func sections(_ lines: [SDPLine], at heads: [Int]) throws(SessionDescriptionError) -> [MediaSection] {
    guard heads.count <= maximumParts else {
      throw SessionDescriptionError("media", .tooMany, "must have at most \(maximumParts) m= lines")
    }
    var sections: [MediaSection] = []
    for (place, start) in heads.enumerated() {
      let end = place + 1 < heads.count ? heads[place + 1] : lines.endIndex
      sections.append(try section(lines[start], Array(lines[(start + 1)..<end]), place, line: start + 1))
    }
    return sections
  }

  /// `m=<media> <port>[/<count>] <proto> <fmt> …`
  private static func section(_ head: SDPLine, _ lines: [SDPLine], _ place: Int, line: Int)
    throws(SessionDescriptionError) -> MediaSection
  {
    let parts = head.value.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts.allSatisfy({ !$0.isEmpty }),
      let port = parts[1].split(separator: "/", omittingEmptySubsequences: false).first.flatMap({ UInt16($0) })
    else {
      throw SessionDescriptionError(
        "media[\(place)]", .invalid, "must be media, port, protocol and formats", line: line)
    }
    return MediaSection(kind: String(parts[0]), isRefused: port == 0, lines: lines, head: head)
  }

  private static func checkSession(_ lines: [SDPLine]) throws(SessionDescriptionError) {
    guard let first = lines.first, first.type == "v" else {
      throw SessionDescriptionError("v", .required, "must begin with v=0", line: 1)
    }
    guard first.value == "0" else { throw SessionDescriptionError("v", .invalid, "must be 0", line: 1) }
    for (type, name) in [("o", "an origin"), ("s", "a name"), ("t", "a time")] as [(Character, String)]
    where !lines.contains(where: { $0.type == type }) {
      throw SessionDescriptionError(String(type), .required, "must have \(name)")
    }
    let origin = lines.first { $0.type == "o" }?.value.split(separator: " ").count
    guard origin == 6 else { throw SessionDescriptionError("o", .invalid, "must have six parts") }
  }

  private func checkNames() throws(SessionDescriptionError) {
    var seen: Set<String> = []
    for (index, section) in media.enumerated() {
      guard let mid = section.mid else { continue }
      guard !mid.isEmpty, seen.insert(mid).inserted else {
        throw SessionDescriptionError("media[\(index)]/mid", .duplicate, "must be a name of its own")
      }
    }
  }

  private func check(_ section: MediaSection, at place: Int) throws(SessionDescriptionError) {
    guard section.candidates.count <= Self.maximumCandidates else {
      throw SessionDescriptionError("media[\(place)]/candidate", .tooMany, "must be at most \(Self.maximumCandidates)")
    }
    guard section.candidates.allSatisfy({ ICEText.isCandidate($0) }) else {
      throw SessionDescriptionError("media[\(place)]/candidate", .invalid, "is no candidate")
    }
    guard !section.isRefused else { return }
    try require("ice-ufrag", of: section, place, "must be 4 to 256 letters, digits, + and /") {
      ICEText.isUsernameFragment($0)
    }
    try require("ice-pwd", of: section, place, "must be 22 to 256 letters, digits, + and /") { ICEText.isPassword($0) }
    try require("fingerprint", of: section, place, "must be a hash and its digits") { text in
      text.split(separator: " ").count == 2
    }
  }

  /// An attribute of the part's own, or of the whole session.
  private func require(
    _ name: String, of section: MediaSection, _ place: Int, _ rule: String, _ isValid: (String) -> Bool
  ) throws(SessionDescriptionError) {
    guard let value = section.value(of: name) ?? session.value(of: name) else {
      throw SessionDescriptionError("media[\(place)]/\(name)", .required, "must be given for the part or the session")
    }
    guard isValid(value) else { throw SessionDescriptionError("media[\(place)]/\(name)", .invalid, rule) }
  }
}
