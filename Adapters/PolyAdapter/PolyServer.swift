package import Cryptography

/// The server's interface of the vendor, where conversations that are over are read. Prints nothing of what it holds.
package struct PolyServer: Sendable, CustomStringConvertible, CustomReflectable {
  package let apiKey: Secret
  package let accountID: String
  /// The agent's id, too.
  package let projectID: String
  /// Where conversations are listed. Without a trailing slash.
  let listBase: String
  /// Where one conversation and its sound are. Without a trailing slash.
  let itemBase: String

  package var description: String { "<server interface>" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
