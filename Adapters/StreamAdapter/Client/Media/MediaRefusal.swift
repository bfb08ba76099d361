/// What the media server objected to.
package struct MediaRefusal: Sendable, Hashable {
  /// The server's own name of it, e.g. `PERMISSION_DENIED`.
  package let code: String
  package let message: String
  /// Whether asking again may help.
  package let mayRetry: Bool

  package init(code: String, message: String, mayRetry: Bool) {
    self.code = code
    self.message = message
    self.mayRetry = mayRetry
  }

  package static let permissionDenied = "PERMISSION_DENIED"
  package static let unauthenticated = "UNAUTHENTICATED"
  package static let callFull = "CALL_PARTICIPANT_LIMIT_REACHED"

  package var isPermissionDenied: Bool { code == Self.permissionDenied }
}
