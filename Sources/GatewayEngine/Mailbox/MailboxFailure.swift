/// Why a submission did not commit.
package enum MailboxFailure: Error, Sendable, Hashable {
  case noSuchRoom
  case store(String)
  /// The lease under which it was submitted is somebody else's by now.
  case fenced
}
