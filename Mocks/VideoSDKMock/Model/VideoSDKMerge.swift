/// Recordings of participants that are made into one file.
struct VideoSDKMerge: Sendable {
  let id: String
  let roomID: String
  let sessionID: String
  let startedAt: Int64
  var endedAt: Int64?
  let order: Int
}
