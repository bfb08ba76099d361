/// A setting of a room that somebody has to keep while the room runs. The values are the names of the settings in the API.
public enum RoomRule: String, Sendable, Hashable, CaseIterable {
  case maximumParticipants = "max_participants"
  case maximumDuration = "max_duration_seconds"
  case emptyTimeout = "empty_timeout_seconds"
  case automaticRecording = "record_automatically"
}
