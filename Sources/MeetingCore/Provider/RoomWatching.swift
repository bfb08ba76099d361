/// Follows an account's rooms over one connection of ours, beside what the vendor delivers or instead of it.
public protocol RoomWatching: Sendable {
  /// One connection's whole life. Throws when it was lost or could not be made: it is run again after a while. Returns
  /// when it was cancelled, having closed politely.
  func watch(_ port: WatchPort) async throws(ProviderFailure)
}

extension Port<any RoomWatching> { public static var watching: Self { .init(.watching) } }
