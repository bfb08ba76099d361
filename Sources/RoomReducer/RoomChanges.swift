package import MeetingCore

/// The rows that differ from what is stored. Sets of keys: connection, session id, external id, resource id.
package struct RoomChanges: Sendable, Hashable {
  package var participants: Set<String> = []
  package var sessions: Set<String> = []
  package var members: Set<String> = []
  package var removedMembers: Set<String> = []
  package var bans: Set<String> = []
  package var removedBans: Set<String> = []
  package var resources: Set<String> = []
  /// Those that are over leave the state with the change, so they come along.
  package var operations: [String: Operation] = [:]
  package var room = false

  package init() {}

  package var isEmpty: Bool { self == Self() }

  package mutating func formUnion(_ other: Self) {
    participants.formUnion(other.participants)
    sessions.formUnion(other.sessions)
    members.formUnion(other.members)
    removedMembers.formUnion(other.removedMembers)
    bans.formUnion(other.bans)
    removedBans.formUnion(other.removedBans)
    resources.formUnion(other.resources)
    operations.merge(other.operations) { _, later in later }
    room = room || other.room
  }
}
