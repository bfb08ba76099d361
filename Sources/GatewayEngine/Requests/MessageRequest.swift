package import MeetingCore

/// A message as a caller asks for it.
package struct MessageRequest: Sendable, Hashable {
  /// External id; nil = the person who acts.
  package var from: String?
  /// nil = everybody.
  package var to: [String]?
  package var topic: String?
  package var payload: JSONText

  package init(from: String? = nil, to: [String]? = nil, topic: String? = nil, payload: JSONText) {
    self.from = from
    self.to = to
    self.topic = topic
    self.payload = payload
  }
}
