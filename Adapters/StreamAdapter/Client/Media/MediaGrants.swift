/// What this connection may publish from now on.
package struct MediaGrants: Sendable, Hashable {
  package let audio: Bool
  package let video: Bool
  package let screenShare: Bool

  package init(audio: Bool, video: Bool, screenShare: Bool) {
    self.audio = audio
    self.video = video
    self.screenShare = screenShare
  }

  package func allows(_ track: MediaTrack) -> Bool {
    switch track {
    case .audio: audio
    case .video: video
    case .screenShare: screenShare
    }
  }
}
