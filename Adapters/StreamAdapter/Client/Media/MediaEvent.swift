/// What the media server tells of.
package enum MediaEvent: Sendable, Hashable {
  case participantJoined(MediaParticipant)
  case participantLeft(MediaParticipant)
  case participantUpdated(MediaParticipant)
  /// Also the end of a mute.
  case trackPublished(userID: String, sessionID: String, track: MediaTrack)
  /// Also a mute.
  case trackUnpublished(userID: String, sessionID: String, track: MediaTrack, cause: MediaMuteCause)
  /// Only of those whose level changed.
  case audioLevels([MediaLevel])
  case dominantSpeaker(userID: String, sessionID: String)
  case connectionQuality(userID: String, sessionID: String, quality: MediaQuality)
  /// Of this connection.
  case grantsUpdated(MediaGrants)
  /// The answer to a health check.
  case counts(MediaCounts)
  /// All that are pinned now.
  case pins([MediaPin])
  /// The server is about to go: join again, and leave this session afterwards.
  case goAway(reason: String)
  /// The last event: this device is out.
  case callEnded(MediaEndReason)
  /// Something went wrong that does not end the connection.
  case error(MediaRefusal)
}
