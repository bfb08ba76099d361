import EventDelivery
import ProviderTesting
import Store
import Synchronization
import Testing

/// A store with a tail on it, and rooms that tests add events to.
final class LogFixture: Sendable {
  let store: InMemoryStore
  let tail: EventTail

  init(capacity: Int = 4_096, store: InMemoryStore = InMemoryStore()) {
    self.store = store
    tail = EventTail(store: store, capacity: capacity)
  }

  /// Adds events to a room, creating it first if need be.
  func add(
    _ count: Int, to id: String = "r", tenant: String = "t", type: String = "room.updated", body: String = "{}",
    recordedAt: Int64 = 1
  ) async throws {
    let stored = try await store.room(id: id)
    let last = stored?.lastSequence ?? 0
    let room = RoomRecord(
      id: id, tenant: tenant, provider: "p", kind: "meeting", externalID: nil, phase: "live",
      version: (stored?.version ?? 0) + 1, lastSequence: last + Int64(count), header: [], providerKey: id,
      providerRef: nil, createdAt: 1, startsAt: nil, endedAt: nil)
    var commit = StoreCommit()
    commit.room = stored.map { .update(room, expectedVersion: $0.version) } ?? .insert(room)
    commit.events = (0..<count).map {
      NewEvent(sequence: last + Int64($0) + 1, type: type, recordedAt: recordedAt, body: Array(body.utf8))
    }
    _ = try await store.commit(commit)
  }
}

extension Delivery {
  /// The positions delivered, nil when it is something else.
  var positions: [Int64]? {
    if case .events(let entries) = self { entries.map(\.record.position) } else { nil }
  }
}

/// Pulls until `count` events have come.
func positions(of subscription: EventSubscription, _ count: Int) async throws -> [Int64] {
  var found: [Int64] = []
  while found.count < count {
    let delivery = try #require(await subscription.next())
    found += try #require(delivery.positions)
  }
  return found
}

/// Counts that several tasks keep.
final class Tally: Sendable {
  private let guarded = Mutex<[Int: Int]>([:])
  func add(_ key: Int) { guarded.withLock { $0[key, default: 0] += 1 } }
  var counts: [Int: Int] { guarded.withLock { $0 } }
}
