/// The durable address people meet at. Pinned to one provider account.
public struct Room: Sendable, Hashable {
  /// Ours, `room_…`; also the key we give the vendor.
  public let id: String
  public let tenant: String
  public let kind: RoomKind
  public let provider: String
  public let providerKind: String
  public let createdAt: Timestamp
  public var externalID: String?
  public var title: String?
  public var description: String?
  /// A JSON object.
  public var custom: JSONText
  public var phase: RoomPhase
  public var locked: Bool
  /// The host's external id, or the gateway's service person.
  public var host: String
  public var settings: RoomSettings
  public var startsAt: Timestamp?
  public var joinAheadSeconds: Int?
  public var updatedAt: Timestamp
  public var endedAt: Timestamp?
  public var endReason: String?
  public var providerRefs: [String: String]
  public var attempts: [CreateAttempt]
  /// Anonymous viewers as last told by the vendor: counted, never listed.
  public var anonymousCount: Int
  /// The create's body as hashes of its fields, to tell a repeated create from another one, and in what they differ.
  public var createFingerprint: String
  /// `provider_options` of the create, by provider kind; passed to that adapter only.
  public var providerOptions: JSONText
  /// When the stage (backstage, live) last changed, and in which version: older news of it is dropped.
  public var stageChangedAt: Timestamp
  public var stageChangedVersion: Int64 = 0
  /// The version in which the last session began: a snapshot read before it does not know of it.
  public var sessionBegunVersion: Int64 = 0
  /// When somebody's ban last came or went, and when their membership last changed, by external id: older news of it is
  /// dropped. Of the people with the newest changes only.
  public var banChangedAt: [String: Timestamp] = [:]
  public var memberChangedAt: [String: Timestamp] = [:]
  /// Changes of memberships whose outcome is open or was open, by external id.
  public var memberChanges: [String: MemberChange] = [:]
  /// What the gateway's own seat knows of the room as a whole; nil while there is none.
  public var seat: SeatNews?
  /// Grows by one with each commit.
  public var version: Int64
  /// The sequence of the room's last event.
  public var lastSequence: Int64

  public init(
    id: String, tenant: String, kind: RoomKind, provider: String, providerKind: String, createdAt: Timestamp,
    externalID: String? = nil, title: String? = nil, description: String? = nil, custom: JSONText = .emptyObject,
    phase: RoomPhase = .creating, locked: Bool = false, host: String, settings: RoomSettings,
    startsAt: Timestamp? = nil,
    joinAheadSeconds: Int? = nil, updatedAt: Timestamp? = nil, endedAt: Timestamp? = nil, endReason: String? = nil,
    providerRefs: [String: String] = [:], attempts: [CreateAttempt] = [], anonymousCount: Int = 0,
    createFingerprint: String = "", providerOptions: JSONText = .emptyObject, version: Int64 = 0,
    lastSequence: Int64 = 0
  ) {
    self.id = id
    self.tenant = tenant
    self.kind = kind
    self.provider = provider
    self.providerKind = providerKind
    self.createdAt = createdAt
    self.externalID = externalID
    self.title = title
    self.description = description
    self.custom = custom
    self.phase = phase
    self.locked = locked
    self.host = host
    self.settings = settings
    self.startsAt = startsAt
    self.joinAheadSeconds = joinAheadSeconds
    self.updatedAt = updatedAt ?? createdAt
    self.endedAt = endedAt
    self.endReason = endReason
    self.providerRefs = providerRefs
    self.attempts = attempts
    self.anonymousCount = anonymousCount
    self.createFingerprint = createFingerprint
    self.providerOptions = providerOptions
    self.stageChangedAt = createdAt
    self.version = version
    self.lastSequence = lastSequence
  }
}
