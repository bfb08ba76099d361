/// Something that happened at a vendor, however we came to know of it. Facts are the reducer's only input.
public struct Fact: Sendable, Hashable {
  public let occurredAt: Timestamp
  /// Whether the vendor told when it happened. Otherwise it is when it came to us, which says little of what came late or
  /// came again.
  public let isTimed: Bool
  public let source: FactSource
  /// Tells a repeat of a fact that has no state of its own (a message); nil where state does.
  public let key: String?
  /// The vendor's name of the event, for `provider_event.type`; nil when there was none.
  public let vendorType: String?
  public let detail: Detail

  public init(
    occurredAt: Timestamp, isTimed: Bool = true, source: FactSource, key: String? = nil, vendorType: String? = nil,
    _ detail: Detail
  ) {
    self.occurredAt = occurredAt
    self.isTimed = isTimed
    self.source = source
    self.key = key
    self.vendorType = vendorType
    self.detail = detail
  }

  /// What happened.
  public enum Detail: Sendable, Hashable {
    /// The vendor's view of the room itself.
    case roomObserved(stage: Stage, endedAt: Timestamp?, endedBy: String?, reason: String?)
    case sessionStarted(vendorID: String?)
    /// `startedAt` when the vendor tells it: the end may come before the start is known.
    case sessionEnded(vendorID: String?, startedAt: Timestamp? = nil, reason: String?)
    case joined(Joined)
    /// `connection` may name a place; nil where the vendor names the person alone. Both are hints: a leave that comes late
    /// may be that of an earlier stay. `stay` when the vendor tells with the leave who had been there: the join may never
    /// come.
    case left(connection: String?, person: String?, reason: LeaveReason?, stay: Stay? = nil)
    /// `by` is an external id, nil when unknown. `person` nil = everybody connected.
    case muted(person: String?, tracks: Set<TrackKind>, by: String?)
    case removed(person: String, by: String?)
    case banned(person: String, until: Timestamp?, by: String?)
    case unbanned(person: String, by: String?)
    case memberChanged(person: String, role: ParticipantRole?)
    case memberRemoved(person: String)
    case anonymousCount(Int)
    case snapshot(RoomSnapshot)
    /// A recording, broadcast or transcription went on.
    case egress(EgressReport)
    case caption(Caption)
    /// `id` is ours when it was sent through us; nil when an application's own client sent it.
    case message(RoomMessage, id: String?)
    case reaction(RoomReaction, id: String?)
    /// News of an agent of ours, by its id.
    case agent(String, AgentNews)
    /// News of a call of ours, by its id.
    case call(String, CallNews)
    /// A vendor event with no canonical form: kept and shown, never an error.
    case unknown(type: String, payload: JSONText)
    /// All that somebody may publish now, whoever saw to it.
    case permissionsChanged(person: String, effective: Set<Permission>, by: String?)
    /// The gateway's own seat in the room is there, and hears of tracks, speakers and modes from now on; or it is gone, and
    /// nothing that only it could hear is known any more.
    case seat(isThere: Bool)
    /// How tracks of a connection are now, whole; kinds that are missing are as they were.
    case tracks(connection: String, [TrackKind: TrackState])
    /// Who is heard most now; nil = nobody. `level` from 0 to 1, where the vendor tells it: told with a change of the
    /// speaker, or once a second at most.
    case speaker(connection: String?, level: Double?)
    /// Whether a connection is in a mode in which it can publish.
    case mode(connection: String, publishes: Bool)
    /// Somebody raised their hand.
    case permissionRequested(person: String, permissions: Set<Permission>)
  }

  /// Whether the audience may be in.
  public enum Stage: String, Sendable, Hashable { case backstage, live, ended }

  /// A whole stay, as far as its end tells it.
  public struct Stay: Sendable, Hashable {
    public let joined: Joined
    /// When they came.
    public let since: Timestamp

    public init(joined: Joined, since: Timestamp) {
      self.joined = joined
      self.since = since
    }
  }

  /// Somebody who came in, as the vendor names them.
  public struct Joined: Sendable, Hashable {
    /// What the vendor's name in `connection` stands for.
    public enum Naming: Sendable, Hashable {
      /// For one connection, and never for another one.
      case connection
      /// For a place that one connection at a time takes, leaves, and takes again under the same name: the vendor has no
      /// name for the single stay. A leave may name the place in the same way.
      case place
    }

    public let connection: String
    public let naming: Naming
    /// External id; nil = anonymous, or an id that is not ours (then `providerRefs` has it).
    public let person: String?
    /// nil when the vendor does not tell; the reducer then asks the members.
    public let role: ParticipantRole?
    /// The vendor's session id; nil where sessions are synthetic.
    public let session: String?
    public let providerRefs: [String: String]
    /// A connection that is no person (a recorder, the gateway's own seat): neither listed nor counted.
    public let hidden: Bool

    public init(
      connection: String, naming: Naming = .connection, person: String?, role: ParticipantRole? = nil,
      session: String? = nil, providerRefs: [String: String] = [:], hidden: Bool = false
    ) {
      self.connection = connection
      self.naming = naming
      self.person = person
      self.role = role
      self.session = session
      self.providerRefs = providerRefs
      self.hidden = hidden
    }
  }
}
