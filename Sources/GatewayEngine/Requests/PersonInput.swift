/// A person as a caller names them. An absent name keeps what is known, `null` clears it.
package struct PersonInput: Sendable, Hashable {
  package enum Change: Sendable, Hashable {
    case keep
    case set(String?)
  }

  package let externalID: String
  package let name: Change
  package let imageURL: Change

  package init(externalID: String, name: Change = .keep, imageURL: Change = .keep) {
    self.externalID = externalID
    self.name = name
    self.imageURL = imageURL
  }

  /// Whether more is told of them than who it is.
  package var isNamed: Bool { name != .keep || imageURL != .keep }
}
