/// A page of the members of a call.
public struct MemberPage: Sendable, Hashable {
  public let members: [CallMember]
  /// For the next page; nil = this is the last.
  public let next: String?
  public let previous: String?
}
