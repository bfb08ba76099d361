import JSONCoding
import MeetingCore

extension CallReading {
  /// What runs; nil when the service does not tell.
  var running: [EgressReport]? {
    guard let egress = json["egress"], egress.objectValue != nil else { return nil }
    var reports = RecordingMode.allCases.filter { isRecorded($0, egress) }.map {
      EgressReport(.recording($0), .started)
    }
    if let hls = egress["hls"], isOn(hls) {
      reports.append(EgressReport(.hls, .started, playbackURL: hls["playlist_url"]?.stringValue))
    }
    for name in (egress["rtmps"]?.arrayValue ?? []).compactMap({ $0["name"]?.stringValue }) {
      reports.append(EgressReport(.rtmp(destination: nil, fingerprint: nil), .started, vendorID: name))
    }
    if json["transcribing"]?.boolValue == true {
      let captions = json["captioning"]?.boolValue ?? false
      reports.append(EgressReport(.transcription(language: nil, captions: captions), .started))
    }
    return reports
  }

  /// Where the service says of no type that it runs, its one flag stands for the oldest type.
  private func isRecorded(_ mode: RecordingMode, _ egress: JSON) -> Bool {
    if let told = egress[RecordingType.name(mode) + "_recording"], !told.isNull { return isOn(told) }
    guard mode == .room, json["recording"]?.boolValue == true else { return false }
    return [RecordingMode.participant, .track].allSatisfy {
      egress[RecordingType.name($0) + "_recording"]?.objectValue == nil
    }
  }

  /// A state's name is not told anywhere: whatever does not say that it is over, runs.
  private func isOn(_ state: JSON) -> Bool {
    guard state.objectValue != nil else { return false }
    guard let status = state["status"]?.stringValue?.lowercased() else { return true }
    return !["stopped", "stopping", "ended", "failed", "finished", "idle", "ready"].contains(status)
  }
}
