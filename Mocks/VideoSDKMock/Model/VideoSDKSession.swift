/// One run of a room, from the first join until everybody has gone or somebody ended it.
struct VideoSDKSession: Sendable {
  let id: String
  let roomID: String
  let startedAt: Int64
  var endedAt: Int64?
  /// Everybody who was ever in, by participant id.
  var participants: [String: VideoSDKParticipant] = [:]
  /// Participant ids in the order of their first join.
  var order: [String] = []
  /// Since when nobody has been in.
  var emptySince: Int64?
  /// Why it is about to end; nil while nobody asked for it.
  var endReason: VideoSDKLeaveReason?
  /// Who speaks loudest now, and how loud, from 0 to 1 where that is known.
  var activeSpeaker: String?
  var activeVolume: Double?
  /// Persisted messages by topic.
  var messages: [String: [VideoSDKMessage]] = [:]
  /// The order of creation, which breaks ties of time.
  let rank: Int

  var isOngoing: Bool { endedAt == nil }
  var all: [VideoSDKParticipant] { order.compactMap { participants[$0] } }
  /// Who is in now, in the order of first joining.
  var inside: [VideoSDKParticipant] { all.filter(\.isInside) }
}
