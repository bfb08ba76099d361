import ProviderTesting
import Store
import Synchronization

/// Adds events to the log of a room named `r`.
final class RoomEvents: Sendable {
  private let store: InMemoryStore
  private let version = Mutex<(version: Int64, last: Int64)>((0, 0))

  init(_ store: InMemoryStore) { self.store = store }

  var last: Int64 { version.withLock { $0.last } }

  func add(_ count: Int, bytes: Int = 2) async throws {
    let (before, last) = version.withLock { $0 }
    let room = RoomRecord(
      id: "r", tenant: "t", provider: "p", kind: "meeting", externalID: nil, phase: "live", version: before + 1,
      lastSequence: last + Int64(count), header: [], providerKey: "r", providerRef: nil, createdAt: 1, startsAt: nil,
      endedAt: nil)
    var commit = StoreCommit()
    commit.room = before == 0 ? .insert(room) : .update(room, expectedVersion: before)
    let body = Array("{}".utf8) + [UInt8](repeating: 32, count: bytes)
    commit.events = (1...Int64(count)).map {
      NewEvent(sequence: last + $0, type: "room.updated", recordedAt: 1, body: body)
    }
    _ = try await store.commit(commit)
    version.withLock { $0 = (before + 1, last + Int64(count)) }
  }
}
