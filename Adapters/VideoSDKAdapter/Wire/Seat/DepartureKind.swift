/// Why somebody is gone, as far as the service's number tells; the values are the core's own words for it.
enum DepartureKind: String, Sendable, Hashable {
  case left, removed
  case roomEnded = "room_ended"
  case superseded, aborted

  /// nil where the number says nothing, or there is none. 1001 says that the connection was closed: clients leave so, and
  /// lose it so.
  init?(code: Int?) {
    switch code {
    case 1101: self = .left
    // Over the connection, because of the mode, or over REST.
    case 1002, 1003, 1010: self = .removed
    case 1006, 1008, 1009: self = .roomEnded
    case 1011: self = .superseded
    case 1102: self = .aborted
    default: return nil
    }
  }
}
