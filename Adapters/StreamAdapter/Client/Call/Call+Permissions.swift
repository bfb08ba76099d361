import JSONCoding
public import MeetingCore

/// Raised hands, and what comes of them.
extension Call {
  /// Asks those who run the call to be let do something. They see it in `state.permissionRequests`.
  @discardableResult
  public func request(permissions: [Permission]) async throws(StreamVideoError) -> RequestPermissionResponse {
    let answer = try await core.send(
      .requestPermission(address, core.user.id, permissions.map(PermissionNames.name)))
    return RequestPermissionResponse(duration: answer["duration"]?.stringValue ?? "")
  }

  /// Gives what was asked for, and takes the request off the list.
  public func grant(request: CallPermissionRequest) async throws(StreamVideoError) {
    try await permit(request.user.id, grant: [request.permission])
    state.drop(request: request.id)
  }

  /// Lets somebody do things, whether they asked or not.
  public func grant(permissions: [Permission], for userId: String) async throws(StreamVideoError) {
    try await permit(userId, grant: permissions.map(PermissionNames.name))
  }

  /// Takes rights away; what is published with them stops at once.
  public func revoke(permissions: [Permission], for userId: String) async throws(StreamVideoError) {
    try await permit(userId, revoke: permissions.map(PermissionNames.name))
  }

  private func permit(_ user: String, grant: [String] = [], revoke: [String] = []) async throws(StreamVideoError) {
    try await core.send(.permissions(address, user, grant: grant, revoke: revoke))
  }

  /// Whether this client may do something here.
  public func currentUserHasCapability(_ capability: OwnCapability) -> Bool {
    state.snapshot.ownCapabilities.contains(capability)
  }
}
