/// The bounds of what a caller may send. Lengths are code points unless they say bytes.
enum Limits {
  static let nameLength = 256
  static let descriptionLength = 2_000
  static let customBytes = 5_120
  static let rtmpBytes = 255
  static let streamKeyLength = 255
  static let languageLength = 35
  static let urlBytes = 2_048
  static let members = 100
  static let exceptions = 100
  static let recipients = 100
  static let topicLength = 128
  static let reactionTypeLength = 64
  static let emojiLength = 64
  static let participants = 1...100_000
  static let durationSeconds = 60...604_800
  static let emptyTimeoutSeconds = 5...86_400
  /// A week: longer ahead nobody waits at a door.
  static let joinAheadSeconds = 0...604_800
  static let clientTokenSeconds = 300...86_400
  static let joinTokenSeconds = 60...86_400
}
