/// Somebody who asked to be let in.
struct VideoSDKWaiter: Sendable {
  let participantID: String
  let name: String
  /// How they will join once they are let in; nil for one who joins by itself over the signalling.
  let join: VideoSDKJoin?
  let since: Int64
}
