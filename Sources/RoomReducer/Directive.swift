package import MeetingCore

/// What the reducer wants done at the vendor: somebody broke a rule, or something must be looked up.
package enum Directive: Sendable, Hashable {
  /// Throw this connection out again.
  case expel(connection: String, person: String?, reason: ErrorCode)
  /// Stop these tracks of a connection, which may not publish them.
  case silence(connection: String, tracks: Set<TrackKind>)
  /// End the room then; nil = nothing ends it any more.
  case end(at: Timestamp?)
  /// Lift at the vendor a ban that ended with its session.
  case unban(person: String)
  /// Read the room from the vendor: the facts do not suffice.
  case reconcile
  /// Read the room from the vendor when there is occasion: what is told followed on something that was not, and that may
  /// be lost.
  case doubt
  /// Stop at the vendor what the state no longer has running.
  case stopEgress(String)
  /// Start at the vendor what has waited for somebody to come.
  case startEgress(String)
  /// End the connection of an agent that has no place any more.
  case release(agent: String)
  /// End a call at the vendor: here it is over.
  case hangUp(call: String)
  /// Take away at the vendor a membership that an agent had.
  case withdraw(person: String)

  /// Whether doing it once does for however many want it.
  package var isOnce: Bool {
    switch self {
    case .reconcile, .doubt: true
    default: false
    }
  }
}
