/// A voice call: one caller, whose own WebRTC stack carries the media, and what answers at the vendor.
public struct VoiceCall: RoomThing {
  /// How far it has come.
  public enum State: String, Sendable, Hashable, CaseIterable { case connecting, connected, ended, failed }

  /// Why a call ended that did not fail. Open: the API shows it as a word.
  public enum Ending: String, Sendable, Hashable, CaseIterable {
    case hungUp = "hung_up"
    /// The vendor or its agent closed it.
    case closed
    case removed
    case notAdmitted = "not_admitted"
    case roomEnded = "room_ended"
  }

  /// Ours, `cal_…`. The caller's connection in the room has the same name.
  public let id: String
  /// Who calls, by external id; nil = nobody known.
  public let caller: String?
  public var state: State
  /// Whether the vendor has answered the offer.
  public var isAnswered: Bool
  /// What the caller's side last told of the media; nil = nothing yet.
  public var connection: CallReport.Connection?
  /// nil = not told.
  public var muted: Bool?
  public var audio: CallAudio
  /// How often the vendor has offered anew.
  public var generation: Int
  /// Why it failed; nil unless it did.
  public var error: CallError?
  /// Why it ended; nil unless it did.
  public var ending: Ending?
  /// Whether the vendor's agent is in the call.
  public var hasAgent: Bool
  public let createdAt: Timestamp
  public var changedAt: Timestamp

  public init(
    id: String, caller: String?, state: State = .connecting, isAnswered: Bool = false,
    connection: CallReport.Connection? = nil, muted: Bool? = nil, audio: CallAudio = .none, generation: Int = 0,
    error: CallError? = nil, ending: Ending? = nil, hasAgent: Bool = false, createdAt: Timestamp,
    changedAt: Timestamp? = nil
  ) {
    self.id = id
    self.caller = caller
    self.state = state
    self.isAnswered = isAnswered
    self.connection = connection
    self.muted = muted
    self.audio = audio
    self.generation = generation
    self.error = error
    self.ending = ending
    self.hasAgent = hasAgent
    self.createdAt = createdAt
    self.changedAt = changedAt ?? createdAt
  }

  public var person: String? { caller }
  public var isOpen: Bool { state == .connecting || state == .connected }

  /// The name of the agent's connection in the room.
  public var agentConnection: String { id + "/agent" }
}
