package import MeetingCore

/// A reaction as a caller asks for it.
package struct ReactionRequest: Sendable, Hashable {
  /// External id; nil = the person who acts.
  package var from: String?
  package var type: String
  package var emoji: String?
  package var custom: JSONText

  package init(from: String? = nil, type: String, emoji: String? = nil, custom: JSONText = .emptyObject) {
    self.from = from
    self.type = type
    self.emoji = emoji
    self.custom = custom
  }
}
