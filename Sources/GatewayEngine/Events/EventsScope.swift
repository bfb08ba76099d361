/// Whose events.
package enum EventsScope: Sendable, Hashable {
  case room(String)
  /// All rooms of the caller's tenant.
  case tenant
}
