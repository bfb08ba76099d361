package import MeetingCore

/// A validated `PATCH /v1/rooms/{room}`.
package struct UpdateRoom: Sendable, Hashable {
  package enum TextChange: Sendable, Hashable {
    case keep
    case set(String?)
  }
  package enum TimeChange: Sendable, Hashable {
    case keep
    case set(Timestamp?)
  }

  package var title: TextChange = .keep
  package var description: TextChange = .keep
  /// A JSON merge patch (RFC 7396) for `custom`; nil = not mentioned.
  package var customPatch: JSONText?
  package var settings = SettingsInput()
  package var startsAt: TimeChange = .keep

  package init() {}
}
