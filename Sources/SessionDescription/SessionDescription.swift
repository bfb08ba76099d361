/// A session description (RFC 8866) as far as a call's two sides are put in touch by it: its parts, and who is asked with
/// which word (RFC 8839). Everything else is passed on as it came.
package struct SessionDescription: Sendable, Hashable {
  /// What stands before the first `m=` line.
  package let session: [SDPLine]
  package private(set) var media: [MediaSection]

  init(session: [SDPLine], media: [MediaSection]) {
    self.session = session
    self.media = media
  }

  /// In its canonical form: every line ends in CRLF.
  package var text: String {
    let lines = session + media.flatMap { [$0.head] + $0.lines }
    return lines.map { "\($0.type)=\($0.value)\r\n" }.joined()
  }

  package func usernameFragment(of section: MediaSection) -> String? {
    section.value(of: "ice-ufrag") ?? session.value(of: "ice-ufrag")
  }

  /// The words that its sides ask each other with: one with a bundle, one for each part without.
  package var usernameFragments: Set<String> {
    Set(media.filter { !$0.isRefused }.compactMap { usernameFragment(of: $0) })
  }

  /// Whether no candidate will come.
  package var hasAllCandidates: Bool {
    session.contains { $0.isAttribute("end-of-candidates") }
      || media.allSatisfy { $0.isRefused || $0.hasAllCandidates }
  }

  /// The place of the part that a candidate belongs to, by name or by place.
  package func index(mid: String?, mediaLine: Int?) -> Int? {
    if let mid { return media.firstIndex { $0.mid?.utf8.elementsEqual(mid.utf8) ?? false } }
    if let mediaLine { return media.indices.contains(mediaLine) ? mediaLine : nil }
    return media.count == 1 ? 0 : nil
  }

  /// Adds a candidate, from `candidate:` on; false where it belongs nowhere, or is none. One that is there is not added.
  package mutating func add(_ candidate: String, mid: String?, mediaLine: Int?) -> Bool {
    guard let index = index(mid: mid, mediaLine: mediaLine), ICEText.isCandidate(candidate) else { return false }
    let line = SDPLine("a", candidate)
    guard !media[index].lines.contains(line) else { return true }
    let end = media[index].lines.firstIndex { $0.isAttribute("end-of-candidates") }
    media[index].lines.insert(line, at: end ?? media[index].lines.endIndex)
    return true
  }

  /// Says that no more candidates come.
  package mutating func endCandidates() {
    guard !hasAllCandidates else { return }
    for index in media.indices where !media[index].isRefused && !media[index].hasAllCandidates {
      media[index].lines.append(.attribute("end-of-candidates"))
    }
  }
}
