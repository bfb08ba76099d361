/// Takes a seat of the gateway's own in a live room, where a vendor tells things, or takes commands, only from inside.
///
/// The gateway decides when: the first time somebody is there, never before, since a vendor may take the seat itself for the
/// beginning of a session; it cancels a while after the last one has left. At any time at most one process holds a room's
/// seat, under a lease.
public protocol Seating: Sendable {
  /// One connection of the seat; nothing happens before it runs.
  ///
  /// While it runs it tells what happens as facts, whose connections are named as everywhere else:
  /// - `.seat(isThere: true)` once it is in, as often as it is in anew, together with `.joined` of everybody whom it finds;
  /// - then `.joined`, `.left`, `.tracks`, `.speaker`, `.mode` and whatever else it hears.
  ///
  /// `emit` may wait a moment for a control of the same room that is at the vendor: whatever takes the vendor's answers to
  /// controls must not wait for it.
  ///
  /// Of itself it tells nothing, or only as `hidden`. Facts that `emit` takes are committed in their order; when it throws
  /// `Fenced`, another process has the seat, and running ends at once.
  ///
  /// Running throws when the connection was lost or could not be made: it is asked for another one after a while, for as
  /// long as the seat is wanted. `.superseded` says that another connection has taken the place of this one: whether this
  /// process may still have it is looked up first. Returning says that there is nothing left to sit in. Cancelled, it leaves
  /// politely and returns soon.
  ///
  /// Handles of the same provider that need the seat (muting, say) throw `.notConnected` while it is not up.
  func seat(in room: ProviderRoom) -> any LiveConnecting
}

extension Port<any Seating> { public static var seating: Self { .init(.seating) } }
