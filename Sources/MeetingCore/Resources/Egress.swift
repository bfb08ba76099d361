/// A recording, broadcast or transcription of a room, from the wish to its files. Its life is its own: it may end long after
/// its session and its room.
public struct Egress: RoomThing {
  /// Where it is in its life.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// The vendor took the wish, and has not told that it runs.
    case starting
    case running
    /// The vendor took the wish to stop, or must have stopped by itself.
    case stopping
    /// Over; its files are being made.
    case processing
    /// Over, with files.
    case ready
    /// Over, and no files come of it.
    case stopped
    case failed

    /// Whether it runs, or is about to, or is not surely over.
    public var isActive: Bool { self == .starting || self == .running || self == .stopping }
  }

  /// Ours, with the prefix of its sort.
  public let id: String
  public let plan: EgressPlan
  /// How we came to know of it: `api` when a caller asked for it.
  public let source: FactSource
  public let createdAt: Timestamp
  /// Who asked for it, by external id; nil when it was not asked for here.
  public let startedBy: String?
  public var state: State
  public var changedAt: Timestamp
  /// The room's version in which it last changed.
  public var changedVersion: Int64 = 0
  /// The vendor's id; nil until the vendor tells it, and where there is none.
  public var vendorID: String?
  /// Our id of the session in which it began; nil when none was open.
  public var session: String?
  public var startedAt: Timestamp?
  public var stoppedAt: Timestamp?
  public var stoppedBy: String?
  /// To be started as soon as somebody is in the room: the vendor has not been asked yet.
  public var isDeferred = false
  /// To be stopped as soon as it runs.
  public var isStopWanted = false
  public var files: [EgressFile] = []
  /// Where a broadcast can be seen.
  public var playbackURL: String?
  /// Why it failed.
  public var reason: String?
  public var isDeleted = false

  public init(
    id: String, plan: EgressPlan, state: State = .starting, source: FactSource, createdAt: Timestamp,
    startedBy: String? = nil, vendorID: String? = nil, session: String? = nil, playbackURL: String? = nil
  ) {
    self.id = id
    self.plan = plan
    self.state = state
    self.source = source
    self.createdAt = createdAt
    self.startedBy = startedBy
    self.vendorID = vendorID
    self.session = session
    self.playbackURL = playbackURL
    changedAt = createdAt
  }

  public var person: String? { nil }
  public var isOpen: Bool { !isDeleted && (state.isActive || state == .processing) }

  /// The state's name in the API.
  public var stateName: String {
    state == .running ? (plan.sort == .recording ? "recording" : "live") : state.rawValue
  }
}
