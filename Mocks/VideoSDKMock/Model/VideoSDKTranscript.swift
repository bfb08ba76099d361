/// What was said in a recording, written down afterwards.
struct VideoSDKTranscript: Sendable {
  let id: String
  let roomID: String
  let sessionID: String
  let recordingID: String
  let hasSummary: Bool
  let startedAt: Int64
  var endedAt: Int64?
  let order: Int
}
