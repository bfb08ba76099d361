/// What a participant can publish.
package enum MediaTrack: String, Sendable, Hashable, CaseIterable {
  case audio
  case video
  case screenShare = "screen_share"
}
