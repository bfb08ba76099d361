/// Words that somebody said while a transcription ran.
struct VideoSDKCaption: Sendable, Equatable {
  let participantID: String
  let participantName: String
  let text: String
  /// Wall time in nanoseconds.
  let at: Int64
}
