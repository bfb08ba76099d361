public import MeetingCore

/// Somebody in a call. In `CallState.participants` one row stands for a person with all their devices; in
/// `CallState.devices` one for each device.
public struct CallParticipant: Sendable, Hashable, Identifiable {
  /// How many levels are remembered.
  static let levelCount = 10

  /// The person's id, or the device's.
  public internal(set) var id: String
  public let userId: String
  /// The device's id; of a person with several, the one that is this client's own, else the one that came first.
  public let sessionId: String
  /// Shown to others; the id where none is known.
  public var name: String
  public var profileImageURL: ImageURL?
  /// As the service has them in this call.
  public var roles: [String]
  /// Of a person with several devices, the first.
  public var joinedAt: Timestamp?
  /// Publishes sound: is let speak and has the microphone on. Known once the call is joined.
  public internal(set) var hasAudio = false
  public internal(set) var hasVideo = false
  public internal(set) var isScreensharing = false
  /// Only ever true of those who publish sound.
  public internal(set) var isSpeaking = false
  /// Heard most, as the service judges; never of those who publish no sound.
  public internal(set) var isDominantSpeaker = false
  /// 0 to 1.
  public internal(set) var audioLevel: Float = 0
  /// The last ten levels, the newest last.
  public internal(set) var audioLevels: [Float] = []
  /// Whether this client is one of the devices.
  public internal(set) var isLocal = false
  /// Every device of the person.
  public internal(set) var sessionIds: [String]

  init(
    device sessionId: String, userId: String, name: String?, image: ImageURL? = nil, roles: [String] = [],
    joinedAt: Timestamp? = nil
  ) {
    id = sessionId
    self.sessionId = sessionId
    self.userId = userId
    self.name = name.flatMap { $0.isEmpty ? nil : $0 } ?? userId
    profileImageURL = image
    self.roles = roles
    self.joinedAt = joinedAt
    sessionIds = [sessionId]
  }

  /// A new level, as long as there is sound.
  mutating func hear(_ level: Float, isSpeaking: Bool) {
    guard hasAudio else { return }
    audioLevel = max(0, min(1, level))
    audioLevels = (audioLevels + [audioLevel]).suffix(Self.levelCount)
    self.isSpeaking = isSpeaking
  }

  /// Publishes or mutes sound; whoever is mute does not speak.
  mutating func setAudio(_ isOn: Bool) {
    hasAudio = isOn
    guard !isOn else { return }
    (isSpeaking, isDominantSpeaker, audioLevel) = (false, false, 0)
  }
}
