/// Whom a control is for, as the caller addressed it.
package enum ControlScope: Sendable, Hashable {
  /// `par_…`
  case participant(String)
  /// External id: all of the person's connections.
  case person(String)
}
