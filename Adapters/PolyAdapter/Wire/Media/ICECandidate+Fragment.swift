import MeetingCore

extension ICECandidate {
  /// Which gathering it is of, as told beside it or in its text; nil = nobody says.
  var fragment: String? {
    if let usernameFragment { return usernameFragment }
    let words = candidate.split(separator: " ")
    return words.firstIndex(of: "ufrag").flatMap { $0 + 1 < words.count ? String(words[$0 + 1]) : nil }
  }
}

extension ICECandidate {
  /// Whether it says that there are no more.
  var isEnd: Bool { candidate.isEmpty }
}
