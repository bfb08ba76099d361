/// A room that somebody is on the way to, on the same connection.
struct VideoSDKSwitch: Sendable {
  let roomID: String
  let claims: VideoSDKClaims
  let mode: VideoSDKMode
}
