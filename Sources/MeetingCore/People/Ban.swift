/// A person who may not come in.
public struct Ban: Sendable, Hashable {
  public let person: String
  /// The end of the ban; nil = until it is deleted.
  public var until: Timestamp?
  /// The session with whose end the ban ends; nil when it is not bound to one.
  public var session: String?
  /// Who banned: an external id, or nil for the key's owner.
  public var by: String?

  public init(person: String, until: Timestamp? = nil, session: String? = nil, by: String? = nil) {
    self.person = person
    self.until = until
    self.session = session
    self.by = by
  }
}
