/// What to tell a vendor that posted to us.
package enum HookAnswer: Sendable, Hashable {
  /// Committed, ignored as a repeat, or of no interest: no retry wanted.
  case accepted
  /// Not verified; the reason is in the log only.
  case unauthorized
  /// A content coding that the vendor does not use.
  case unsupportedCoding(String)
  case noSuchProvider
}
