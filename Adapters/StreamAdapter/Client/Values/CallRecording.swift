import AdapterKit
import JSONCoding
public import MeetingCore

/// A file that a recording left. Its address is signed and good for a while.
public struct CallRecording: Sendable, Hashable {
  public let url: String
  public let filename: String
  public let sessionId: String?
  public let recordingType: String?
  public let startTime: Timestamp?
  public let endTime: Timestamp?

  /// nil without an address.
  init?(_ json: JSON) {
    guard let url = json["url"]?.stringValue, !url.isEmpty else { return nil }
    self.url = url
    filename = json["filename"]?.stringValue ?? ""
    sessionId = json["session_id"]?.stringValue
    recordingType = json["recording_type"]?.stringValue
    startTime = WireTime.read(json["start_time"])
    endTime = WireTime.read(json["end_time"])
  }
}
