/// Why a submission did not commit.
package enum MailboxFailure: Error, Sendable, Hashable {
  case noSuchRoom
  case store(String)
}
