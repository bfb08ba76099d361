/// The devices of a call as its media side tells of them.
struct MediaView: Sendable {
  /// This client's own device.
  var own: String
  var devices: [String: CallParticipant] = [:]
  /// Devices that are counted and not listed.
  private(set) var unlisted = 0
  private(set) var anonymous = 0

  init(own: String) { self.own = own }

  /// Everything as it is at the moment of joining. What is known of who speaks goes on.
  mutating func begin(_ start: MediaStart, own: String) {
    let before = devices
    self.own = own
    devices = [:]
    for participant in start.participants { put(participant, before[participant.sessionID]) }
    take(start.counts)
  }

  mutating func take(_ counts: MediaCounts) {
    unlisted = max(0, counts.total - devices.count)
    anonymous = max(0, counts.anonymous)
  }

  /// A device, new or changed; its levels go on.
  mutating func put(_ participant: MediaParticipant, _ known: CallParticipant?) {
    var row = CallParticipant(media: participant)
    row.isLocal = row.id == own
    if let known, row.hasAudio {
      row.audioLevels = (known.audioLevels + row.audioLevels).suffix(CallParticipant.levelCount)
    }
    devices[row.id] = row
  }

  mutating func setTrack(_ track: MediaTrack, _ isOn: Bool, of device: String) {
    switch track {
    case .audio: devices[device]?.setAudio(isOn)
    case .video: devices[device]?.hasVideo = isOn
    case .screenShare: devices[device]?.isScreensharing = isOn
    }
  }

  /// Only who publishes sound can be the loudest.
  mutating func setDominant(_ device: String) {
    for (id, row) in devices { devices[id]?.isDominantSpeaker = id == device && row.hasAudio }
  }
}
