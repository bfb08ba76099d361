import AdapterKit
import Clocks
import JSONCoding
import MeetingCore
import Synchronization

/// The service user's connection, over which the rooms in a list are followed.
final class RoomWatcher: Sendable {
  private let provider: StreamProvider
  private let socket: CoordinatorSocket
  /// Rooms by key that are watched already.
  private let watched = Mutex<Set<String>>([])

  private init(_ provider: StreamProvider, _ socket: CoordinatorSocket) {
    self.provider = provider
    self.socket = socket
  }

  /// Connects as the service user, which the service makes if it is not there.
  static func open(_ provider: StreamProvider, _ door: CoordinatorDoor) async throws(ProviderFailure) -> RoomWatcher {
    let account = provider.account
    let token: String
    do {
      token = try provider.api.tokens.watcher(
        account.serviceUser, now: provider.now, seconds: account.watcherTokenSeconds)
    } catch {
      throw ProviderFailure(.credentials, executed: .no, operation: CoordinatorSocket.operation)
    }
    let details = JSONObject.present(["id": .string(account.serviceUser)])
    return RoomWatcher(provider, try await CoordinatorSocket.open(door, token: token, details: details))
  }

  /// Until the connection is lost, or the task is cancelled.
  func run(_ port: WatchPort) async throws(ProviderFailure) {
    let provider = provider
    port.following([])
    try await socket.run { event in
      port.take(provider.delivery(of: event, source: .socket, receivedAt: provider.now))
    } beside: {
      await self.watchRooms(port)
    }
  }

  /// Asks for what is new in the list. The service forgets with the connection, not before.
  private func watchRooms(_ port: WatchPort) async -> ProviderFailure? {
    for await rooms in port.rooms {
      let keys = Set(rooms.map(\.key))
      let fresh = watched.withLock { watched in
        watched.formIntersection(keys)
        return rooms.filter { !watched.contains($0.key) }
      }
      do throws(ProviderFailure) { try await watch(fresh, port) } catch { return Task.isCancelled ? nil : error }
      // One user may ask only so often.
      do { try await provider.time.sleep(for: .seconds(1)) } catch { return nil }
    }
    return nil
  }

  private func watch(_ rooms: [ProviderRoom], _ port: WatchPort) async throws(ProviderFailure) {
    for part in rooms.chunks(of: StreamProvider.chunk) {
      let keys = try await watchPatiently(part)
      watched.withLock { $0.formUnion(part.map(\.key)) }
      port.following(keys)
    }
  }

  private func watchPatiently(_ rooms: [ProviderRoom]) async throws(ProviderFailure) -> [String] {
    while true {
      do throws(ProviderFailure) { return try await provider.watch(rooms, over: socket.id) } catch {
        guard case .rateLimited(let after) = error.reason else { throw error }
        do { try await provider.time.sleep(for: after ?? .seconds(5)) } catch {
          throw ProviderFailure(.cancelled, executed: .no, operation: CoordinatorSocket.operation)
        }
      }
    }
  }
}
