/// One continuous stretch with somebody connected.
struct StreamSession: Sendable {
  let id: String
  let startedAt: Int64
  var endedAt: Int64?
  var liveStartedAt: Int64?
  var liveEndedAt: Int64?
  /// When the longest duration is reached.
  var timerEndsAt: Int64?
  /// Since when nobody has been connected.
  var emptySince: Int64?
  /// Everybody who was ever connected, by id; `order` keeps the order of joining.
  var participants: [String: StreamParticipant] = [:]
  var order: [String] = []
  /// Who spoke loudest last; stays until somebody else does.
  var dominantSpeaker: String?
  /// Devices pinned for everybody, in the order of pinning.
  var pins: [String] = []
  /// When the statistics report is due; nil once it was sent.
  var reportAt: Int64?

  /// Who is connected now, in the order of joining, anonymous ones included.
  var connected: [StreamParticipant] { order.compactMap { participants[$0] }.filter { $0.leftAt == nil } }
  var isRunning: Bool { endedAt == nil }
}
