package import MeetingCore

/// Which connections of a room to list.
package struct ParticipantFilter: Sendable, Hashable {
  /// true = connected, false = left, nil = all.
  package var isConnected: Bool? = true
  package var role: ParticipantRole?
  package var externalID: String?
  /// Only those of this session of ours.
  package var session: String?
  /// Only those publishing this kind, as far as is known.
  package var publishing: TrackKind?
  /// Only those known to publish nothing.
  package var publishesNothing = false

  package init() {}
}
