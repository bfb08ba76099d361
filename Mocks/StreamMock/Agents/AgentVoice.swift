/// What a model says, as far as it is heard: the latest of its sayings.
struct AgentVoice: Sendable, Equatable {
  /// How many sayings there were, this one included.
  var number = 0
  var text = ""
  /// Everything is said, and will be heard to its end.
  var isOver = true
  /// It broke off: nothing more is heard.
  var isCutShort = false

  /// One loudness for each word, always the same for the same word.
  var levels: [Double] {
    let words = text.split(separator: " ")
    return words.isEmpty ? [Self.loudness(of: text)] : words.map(Self.loudness)
  }

  private static func loudness(of word: some StringProtocol) -> Double {
    let sum = word.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 61 }
    return 0.3 + Double(sum) / 100
  }
}
