package import MeetingCore

/// Settings as a caller gives them: nil = not mentioned.
package struct SettingsInput: Sendable, Hashable {
  package enum Bound: Sendable, Hashable {
    case keep
    /// nil lifts the bound.
    case set(Int?)
  }

  package var access: RoomAccess?
  package var backstage: Bool?
  package var maximumParticipants: Bound = .keep
  package var maximumDurationSeconds: Bound = .keep
  package var emptyTimeoutSeconds: Bound = .keep
  package var recordAutomatically: Bool?

  package init() {}
}
