/// Whom a control is meant for. A vendor that acts on people uses `person`, one that acts on connections `connection`.
public struct Target: Sendable, Hashable {
  public let person: String?
  /// The vendor's id of the connection; nil when all of the person's connections are meant.
  public let connection: String?

  public init(person: String?, connection: String? = nil) {
    self.person = person
    self.connection = connection
  }
}
