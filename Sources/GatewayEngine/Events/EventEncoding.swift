package import MeetingCore

/// Writes an event as it will be stored and delivered, byte for byte. The facade supplies it: the wire form is its own.
package protocol EventEncoding: Sendable {
  /// One compact JSON object without line breaks. `people` has everybody the event names, by external id; `room` is the
  /// room as it stands after the event.
  func encode(_ event: RoomEvent, in frame: EventFrame) -> [UInt8]
  /// The same of a provider account's condition, which concerns no room.
  func encode(_ change: ConditionChange, kind: String, id: String, recordedAt: Timestamp) -> [UInt8]
  /// Reads that back; nil for anything else.
  func conditionChange(in body: [UInt8]) -> ConditionChange?
}
