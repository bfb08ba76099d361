/// What somebody was given, refused or deprived of.
public struct PermissionChange: Sendable, Hashable {
  /// What the person's own client has to do about it.
  public enum ClientAction: String, Sendable, Hashable, CaseIterable {
    case none
    case enablePublishing = "enable_publishing"
    case disablePublishing = "disable_publishing"
  }

  /// The request that was decided; nil when there was none.
  public let request: String?
  public let person: String
  /// What changed, or was refused.
  public let permissions: [Permission]
  /// All that the person may publish from now on.
  public let effective: [Permission]
  /// External id; nil = not known.
  public let by: String?
  public let clientAction: ClientAction

  public init(
    request: String?, person: String, permissions: [Permission], effective: [Permission], by: String?,
    clientAction: ClientAction
  ) {
    self.request = request
    self.person = person
    self.permissions = permissions
    self.effective = effective
    self.by = by
    self.clientAction = clientAction
  }
}
