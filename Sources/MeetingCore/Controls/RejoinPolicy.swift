/// Whether somebody removed may come back.
public enum RejoinPolicy: String, Sendable, Hashable {
  case none
  case untilSessionEnds = "until_session_ends"
  /// Until the ban is deleted.
  case forever
}
