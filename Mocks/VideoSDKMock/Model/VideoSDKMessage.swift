import JSONCoding

/// A message on a topic.
struct VideoSDKMessage: Sendable, Equatable {
  let id: String
  let topic: String
  let text: String
  let senderID: String
  let senderName: String
  /// Wall time in nanoseconds.
  let at: Int64
  let payload: JSON?
  /// Who hears it; nil = everybody.
  let recipients: [String]?
  /// Whether whoever subscribes later gets it, too.
  let isPersistent: Bool

  func isHeard(by participantID: String) -> Bool {
    recipients.map { $0.contains(participantID) || senderID == participantID } ?? true
  }
}
