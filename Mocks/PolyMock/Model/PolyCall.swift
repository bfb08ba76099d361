import JSONCoding
import MockKit

/// A call: a session of the gateway's, or one that the bridge provisioned.
struct PolyCall: Sendable {
  enum Dialect: String, Sendable { case gateway, bridge }

  enum State: String, Sendable {
    /// Waits for its offer (bridge), or for its answer.
    case waiting
    case answered
    case ended
  }

  /// The gateway's `sessionId`, the bridge's `callId`.
  let id: String
  let dialect: Dialect
  let accountID: String
  /// What the link frame calls it.
  let callSid: String
  let startedAt: Int64
  var state = State.waiting
  var endedAt: Int64?
  /// Who or what ended it.
  var endReason: String?
  var media = PolyMediaState.new
  /// Counts the changes of media.
  var mediaChange = 0
  /// The signalling socket that last spoke for it, or its events socket.
  var line: String?
  /// Frames for a socket to come.
  var held: [JSON] = []
  var conversationID: String?

  var offer: String?
  var answer: String?
  /// The client's candidates, in the order of coming.
  var candidates: [PolyCandidate] = []
  /// What this side of the call calls itself in ICE and DTLS.
  let side: PolyMediaSide

  // MARK: The gateway's

  var mode: String?
  var caller: String?
  var callee: String?
  var variantID: String?

  // MARK: The bridge's

  /// Authenticates everything about this one call.
  var token: String?
  var trackName: String?
  /// The offer that adds the agent, while it is not answered.
  var agentOffer: String?
  var agentAnswer: String?
  /// How often the agent was pulled.
  var pulls = 0
  /// Answers that wait for somebody outside.
  var waitingConnect: PolyLateReply?
  var waitingPull: PolyLateReply?

  var isLive: Bool { state != .ended }
}
