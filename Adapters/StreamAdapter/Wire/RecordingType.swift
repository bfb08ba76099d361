import MeetingCore

/// The service's names of what one file of a recording holds.
enum RecordingType {
  static func name(_ mode: RecordingMode) -> String {
    switch mode {
    case .room: "composite"
    case .participant: "individual"
    case .track: "raw"
    }
  }

  /// What came before there were types is of the whole call.
  static func mode(_ name: String?) -> RecordingMode {
    switch name {
    case "individual": .participant
    case "raw": .track
    default: .room
    }
  }
}
