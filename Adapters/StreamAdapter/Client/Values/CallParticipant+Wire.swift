import JSONCoding
import MeetingCore

extension CallParticipant {
  /// A row of a call's session; nil without device or user.
  init?(session row: JSON) {
    guard let reading = ParticipantReading(row), let user = reading.user, !user.isEmpty else { return nil }
    self.init(
      device: reading.connection, userId: user, name: row["user"]?["name"]?.stringValue,
      image: row["user"]?["image"]?.stringValue.flatMap(ImageURL.init), roles: reading.role.map { [$0] } ?? [],
      joinedAt: reading.joinedAt)
  }

  init(media: MediaParticipant) {
    self.init(
      device: media.sessionID, userId: media.userID, name: media.name,
      image: media.image.flatMap(ImageURL.init), roles: media.roles,
      joinedAt: media.joinedAt.map(Timestamp.init(nanoseconds:)))
    hasVideo = media.tracks.contains(.video)
    isScreensharing = media.tracks.contains(.screenShare)
    setAudio(media.tracks.contains(.audio))
    if hasAudio, media.isSpeaking || media.audioLevel > 0 {
      hear(Float(media.audioLevel), isSpeaking: media.isSpeaking)
    }
    isDominantSpeaker = hasAudio && media.isDominantSpeaker
  }

  /// One row for all devices of one person, the first of which came first.
  init(person devices: [CallParticipant]) {
    let main = devices.first(where: \.isLocal) ?? devices[0]
    let loudest = devices.max { $0.audioLevel < $1.audioLevel } ?? main
    self = main
    id = main.userId
    joinedAt = devices.compactMap(\.joinedAt).min() ?? main.joinedAt
    hasAudio = devices.contains(where: \.hasAudio)
    hasVideo = devices.contains(where: \.hasVideo)
    isScreensharing = devices.contains(where: \.isScreensharing)
    isSpeaking = devices.contains(where: \.isSpeaking)
    isDominantSpeaker = devices.contains(where: \.isDominantSpeaker)
    isLocal = devices.contains(where: \.isLocal)
    (audioLevel, audioLevels) = (loudest.audioLevel, loudest.audioLevels)
    sessionIds = devices.map(\.sessionId)
  }
}
