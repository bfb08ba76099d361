import JSONCoding

/// An application's own event.
public struct CustomVideoEvent: CallEventReading, Hashable {
  public let custom: [String: RawJSON]
  public let user: User

  public init?(_ event: CallEvent) {
    guard event.type == "custom", let user = event.user else { return nil }
    self.user = user
    custom = RawJSON.members(event.json["custom"])
  }
}
