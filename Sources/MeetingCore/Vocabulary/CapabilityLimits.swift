/// Bounds that come with a capability; nil where the provider names none.
public struct CapabilityLimits: Sendable, Hashable {
  public let maximumParticipants: Int?
  public let maximumPublishers: Int?
  public let maximumDurationSeconds: Int?

  public init(maximumParticipants: Int? = nil, maximumPublishers: Int? = nil, maximumDurationSeconds: Int? = nil) {
    self.maximumParticipants = maximumParticipants
    self.maximumPublishers = maximumPublishers
    self.maximumDurationSeconds = maximumDurationSeconds
  }
}
