/// When a connection is reset.
package enum ResetPoint: String, Sendable, CaseIterable {
  /// As soon as a client has connected, before it can have asked for anything.
  case accept
  /// In the middle of the answer's head.
  case head
  /// In the middle of the answer's body.
  case body
}
