import JSONCoding

/// What somebody may do has changed.
public struct UpdatedCallPermissionsEvent: CallEventReading, Hashable {
  public let user: User
  /// All that they may do now.
  public let ownCapabilities: Set<OwnCapability>

  public init?(_ event: CallEvent) {
    guard event.type == "call.permissions_updated", let user = event.user else { return nil }
    self.user = user
    ownCapabilities = CallReducer.capabilities(event.json["own_capabilities"]?.arrayValue ?? [])
  }
}
