/// News with the room it happened in.
struct VideoSDKAnnouncement: Sendable, Equatable {
  /// The account (API key).
  let tenant: String
  let roomID: String
  let sessionID: String
  /// Wall time in nanoseconds.
  let at: Int64
  let news: VideoSDKNews
}
