import MeetingCore
import Synchronization

/// A connection that tells what the storm lets through.
final class StormWatcher: RoomWatching {
  private let ports = Mutex<[WatchPort]>([])

  /// The port of the connection there is now.
  var port: WatchPort? { ports.withLock { $0.last } }

  func watch(_ port: WatchPort) async throws(ProviderFailure) {
    ports.withLock { $0.append(port) }
    for await rooms in port.rooms { port.following(rooms.map(\.key)) }
    ports.withLock { _ = $0.popLast() }
  }
}
