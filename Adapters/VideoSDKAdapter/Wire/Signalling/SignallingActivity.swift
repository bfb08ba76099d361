import JSONCoding

/// What becomes of something that runs for the whole room.
struct SignallingActivity: Sendable, Hashable {
  enum Kind: String, Sendable, CaseIterable { case recording, livestream, hls, transcription }

  enum Phase: String, Sendable {
    case starting = "STARTING"
    case started = "STARTED"
    case playable = "PLAYABLE"
    case stopping = "STOPPING"
    case stopped = "STOPPED"
    case failed = "FAILED"
  }

  let kind: Kind
  let phase: Phase
  /// Whether this is one of the running account of states, beside which beginning and end are told by themselves, too.
  let isState: Bool
  /// Whatever else was said of it, such as addresses to play from.
  let data: JSON

  /// nil for every other notification.
  init?(method: String, data: JSON) {
    guard let kind = Kind.allCases.first(where: { method.hasPrefix($0.rawValue) }) else { return nil }
    switch method.dropFirst(kind.rawValue.count) {
    case "Started": self.init(kind, .started, isState: false, data)
    case "Stopped": self.init(kind, .stopped, isState: false, data)
    case "StateChanged":
      guard let phase = Self.phase(data["status"]?.stringValue ?? data["state"]?.stringValue) else { return nil }
      self.init(kind, phase, isState: true, data)
    case "PlayableStateChanged":
      guard data["isPlayable"]?.boolValue == true else { return nil }
      self.init(kind, .playable, isState: true, data)
    default: return nil
    }
  }

  private init(_ kind: Kind, _ phase: Phase, isState: Bool, _ data: JSON) {
    (self.kind, self.phase, self.isState, self.data) = (kind, phase, isState, data)
  }

  /// The last word of `RECORDING_STARTED` and its like.
  private static func phase(_ status: String?) -> Phase? {
    status?.split(separator: "_").last.flatMap { Phase(rawValue: $0.uppercased()) }
  }
}
