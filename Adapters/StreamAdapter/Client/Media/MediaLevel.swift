/// How loud one device is.
package struct MediaLevel: Sendable, Hashable {
  package let userID: String
  package let sessionID: String
  /// 0 to 1.
  package let level: Double
  package let isSpeaking: Bool

  package init(userID: String, sessionID: String, level: Double, isSpeaking: Bool) {
    self.userID = userID
    self.sessionID = sessionID
    self.level = level
    self.isSpeaking = isSpeaking
  }
}
