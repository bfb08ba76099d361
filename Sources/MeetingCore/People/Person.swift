/// An identity: the integrator's user, who may hold several connections at once.
public struct Person: Sendable, Hashable {
  /// The integrator's id, as given.
  public let externalID: String
  public var name: String?
  public var imageURL: String?

  public init(externalID: String, name: String? = nil, imageURL: String? = nil) {
    self.externalID = externalID
    self.name = name
    self.imageURL = imageURL
  }
}
