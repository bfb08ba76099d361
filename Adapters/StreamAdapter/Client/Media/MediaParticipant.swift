/// One connected device, as the media server knows it. One user may have several; `sessionID` tells them apart.
package struct MediaParticipant: Sendable, Hashable {
  package let userID: String
  package let sessionID: String
  package let name: String?
  package let image: String?
  package let roles: [String]
  /// Nanoseconds since 1970; nil when the server did not say.
  package let joinedAt: Int64?
  /// Published and not muted.
  package let tracks: Set<MediaTrack>
  package let quality: MediaQuality
  package let isSpeaking: Bool
  package let isDominantSpeaker: Bool
  /// 0 to 1.
  package let audioLevel: Double

  package init(
    userID: String, sessionID: String, name: String? = nil, image: String? = nil, roles: [String] = [],
    joinedAt: Int64? = nil, tracks: Set<MediaTrack> = [], quality: MediaQuality = .unspecified,
    isSpeaking: Bool = false, isDominantSpeaker: Bool = false, audioLevel: Double = 0
  ) {
    self.userID = userID
    self.sessionID = sessionID
    self.name = name
    self.image = image
    self.roles = roles
    self.joinedAt = joinedAt
    self.tracks = tracks
    self.quality = quality
    self.isSpeaking = isSpeaking
    self.isDominantSpeaker = isDominantSpeaker
    self.audioLevel = audioLevel
  }
}
