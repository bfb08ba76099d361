import JSONCoding

/// Somebody asks to be let do something. `CallState.permissionRequests` holds what is open.
public struct PermissionRequestEvent: CallEventReading, Hashable {
  public let user: User
  public let permissions: [String]

  public init?(_ event: CallEvent) {
    guard event.type == "call.permission_request", let user = event.user else { return nil }
    self.user = user
    permissions = (event.json["permissions"]?.arrayValue ?? []).compactMap(\.stringValue)
  }
}
