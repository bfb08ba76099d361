/// A model's saying on its way through the air, a word at a time.
struct StreamVoice: Sendable {
  /// How long a word takes.
  static let word: Int64 = 300_000_000

  let number: Int
  let levels: [Double]
  /// How many words have begun.
  var begun = 0
  /// When the next word begins, or the last one ends; nil while the last one is held.
  var nextAt: Int64?
  /// Nothing comes behind the words there are.
  var isOver = false

  var level: Double { levels[min(max(begun, 1), levels.count) - 1] }
}
