import AdapterKit
import JSONCoding
import MeetingCore

/// Reads a row about a file of a recording or transcription. nil without a name.
struct FileReading: Sendable {
  let file: EgressFile
  private let json: JSON

  init?(_ json: JSON?) {
    guard let json, let name = json["filename"]?.stringValue, !name.isEmpty else { return nil }
    self.json = json
    file = EgressFile(
      session: json["session_id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }, name: name,
      startedAt: WireTime.read(json["start_time"]), endedAt: WireTime.read(json["end_time"]))
  }

  /// nil without an address.
  func link(of sort: EgressSort) -> EgressFileLink? {
    guard let url = json["url"]?.stringValue, !url.isEmpty else { return nil }
    let mode = sort == .recording ? json["recording_type"]?.stringValue.map { RecordingType.mode($0) } : nil
    return EgressFileLink(file: file, mode: mode, url: url, expiresAt: SignedAddress.expiry(of: url))
  }
}
