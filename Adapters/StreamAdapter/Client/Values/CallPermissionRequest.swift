public import MeetingCore

/// Somebody asks to be let do something.
public struct CallPermissionRequest: Sendable, Hashable, Identifiable {
  /// Who asks.
  public let user: User
  /// The capability's name, e.g. `send-audio`.
  public let permission: String
  public let requestedAt: Timestamp?
  private weak let state: CallState?

  /// One per person and permission, however often they ask.
  public var id: String { user.id + " " + permission }

  init(user: User, permission: String, requestedAt: Timestamp?, state: CallState?) {
    self.user = user
    self.permission = permission
    self.requestedAt = requestedAt
    self.state = state
  }

  /// Takes the request off the list of this client. The service knows no rejections: whoever asked is not told, and other
  /// hosts keep the request.
  public func reject() { state?.drop(request: id) }

  public static func == (left: Self, right: Self) -> Bool {
    left.user == right.user && left.permission == right.permission && left.requestedAt == right.requestedAt
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(user.id)
    hasher.combine(permission)
  }
}
