/// A participant pinned for everybody.
package struct MediaPin: Sendable, Hashable {
  package let userID: String
  package let sessionID: String

  package init(userID: String, sessionID: String) {
    self.userID = userID
    self.sessionID = sessionID
  }
}
