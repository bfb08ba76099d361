/// A model that takes part in a room as somebody.
public struct Agent: RoomThing {
  /// How far it has come.
  public enum State: String, Sendable, Hashable, CaseIterable { case joining, active, failed, left }

  /// What speaks through it.
  public enum Engine: String, Sendable, Hashable, CaseIterable { case openAIRealtime = "openai_realtime" }

  /// Ours, `agt_…`.
  public let id: String
  /// Whom it takes part as, by external id.
  public let identity: String
  public let engine: Engine
  public var settings: AgentSettings
  public var state: State
  /// Its connection in the room, by our participant id, once that is known.
  public var participant: String?
  public var isSpeaking: Bool
  /// Whether starting it made its person a member: then its end takes that away again.
  public var madeMember = false
  /// Why it failed or left; nil while it is there, or when nobody knows.
  public var reason: String?
  /// The same for people to read.
  public var detail: String?
  public let createdAt: Timestamp
  public var changedAt: Timestamp
  /// Who started it, by external id.
  public let startedBy: String?

  public init(
    id: String, identity: String, engine: Engine = .openAIRealtime, settings: AgentSettings, state: State = .joining,
    participant: String? = nil, isSpeaking: Bool = false, reason: String? = nil,
    detail: String? = nil, createdAt: Timestamp,
    changedAt: Timestamp? = nil, startedBy: String? = nil
  ) {
    self.id = id
    self.identity = identity
    self.engine = engine
    self.settings = settings
    self.state = state
    self.participant = participant
    self.isSpeaking = isSpeaking
    self.reason = reason
    self.detail = detail
    self.createdAt = createdAt
    self.changedAt = changedAt ?? createdAt
    self.startedBy = startedBy
  }

  public var person: String? { identity }
  public var isOpen: Bool { state == .joining || state == .active }
}
