import AdapterKit
import JSONCoding
import MeetingCore

/// Reads room objects, in the service's newer and older names. What is missing is nil; odd shapes never crash.
struct RoomReading: Sendable {
  let json: JSON

  /// The service's own id; nil when it is missing or empty.
  var id: String? { text("roomId") ?? text("meetingId") }
  /// Ours.
  var key: String? { text("customRoomId") ?? text("userMeetingId") }
  /// Closed for good: nobody gets in any more.
  var isDisabled: Bool { json["disabled"]?.boolValue ?? false }

  private func text(_ name: String) -> String? { json[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
}
