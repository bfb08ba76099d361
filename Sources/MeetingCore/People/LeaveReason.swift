/// Why a connection ended. Open: a vendor's own reason that maps to none of these is nil.
public enum LeaveReason: String, Sendable, Hashable {
  case left, removed
  case roomEnded = "room_ended"
  case superseded, aborted, timeout
  case notAdmitted = "not_admitted"
}
