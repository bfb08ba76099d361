import MeetingCore

@testable import StreamAdapter

/// The adapter, with a connection that is the storm's own instead of a socket.
struct StormProvider: MeetingProvider {
  let base: StreamProvider
  let watcher: StormWatcher

  func offering(for kind: RoomKind) -> Offering? {
    guard var offering = base.offering(for: kind) else { return nil }
    offering.supply(.watching, by: watcher as any RoomWatching)
    return offering
  }

  func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation {
    try await base.createRoom(spec, context)
  }

  func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure) -> ProviderRoom? {
    try await base.findRoom(key: key, kind: kind, context)
  }

  func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    try await base.endRoom(room, context)
  }
}
