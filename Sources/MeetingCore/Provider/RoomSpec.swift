/// What a provider is asked to create.
public struct RoomSpec: Sendable, Hashable {
  public let key: String
  public let kind: RoomKind
  public let title: String?
  public let description: String?
  public let custom: JSONText
  public let host: Person
  public let members: [SpecMember]
  public let startsAt: Timestamp?
  public let joinAheadSeconds: Int?
  public let settings: RoomSettings
  /// This provider kind's part of `provider_options`, a JSON object; nil when the caller gave none.
  public let options: JSONText?

  /// A member that the room is to have.
  public struct SpecMember: Sendable, Hashable {
    public let person: Person
    public let role: ParticipantRole
    public init(person: Person, role: ParticipantRole) {
      self.person = person
      self.role = role
    }
  }

  public init(
    key: String, kind: RoomKind, title: String? = nil, description: String? = nil, custom: JSONText = .emptyObject,
    host: Person, members: [SpecMember] = [], startsAt: Timestamp? = nil, joinAheadSeconds: Int? = nil,
    settings: RoomSettings, options: JSONText? = nil
  ) {
    self.key = key
    self.kind = kind
    self.title = title
    self.description = description
    self.custom = custom
    self.host = host
    self.members = members
    self.startsAt = startsAt
    self.joinAheadSeconds = joinAheadSeconds
    self.settings = settings
    self.options = options
  }
}
