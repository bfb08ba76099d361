import Store
import Synchronization
import Testing

@Suite("Commits, on every store")
struct CommitContract {
  @Test(arguments: StoreKind.allCases)
  func aStaleVersionConflictsAndChangesNothing(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let room = Sample.room("r", lastSequence: 1)
      #expect(try await store.commit(Sample.insert(room)) == .committed(firstPosition: 1))
      #expect(try await store.commit(Sample.update(room, events: 1)) == .committed(firstPosition: 2))
      var stale = Sample.update(room, events: 1)
      stale.people = [PersonRecord(tenant: "t", externalID: "ada")]
      stale.inbox = [Sample.delivery("d", key: "k")]
      #expect(try await store.commit(stale) == .conflict)
      #expect(try await store.room(id: "r")?.version == 2)
      #expect(try await store.people(tenant: "t", externalIDs: ["ada"]) == [])
      #expect(try await store.hasDelivery(provider: "p", key: "k") == false)
      #expect(try await store.logBounds() == (1, 2))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func updatingOrDeletingWhatIsNotThereConflicts(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      #expect(try await store.commit(Sample.update(Sample.room("r"))) == .conflict)
      var delete = StoreCommit()
      delete.room = .delete(id: "r", expectedVersion: 1)
      #expect(try await store.commit(delete) == .conflict)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func roomsAreUniqueByIdProviderKeyAndReference(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      _ = try await store.commit(Sample.insert(Sample.room("r", externalID: "x", providerRef: "ref")))
      let again = Sample.room("r", externalID: "x", providerKey: "other")
      #expect(try await store.commit(Sample.insert(again)) == .roomExists)
      let sameKey = Sample.room("q", providerKey: "key-r")
      #expect(try await store.commit(Sample.insert(sameKey)) == .roomExists)
      let sameReference = Sample.room("q", providerRef: "ref")
      #expect(try await store.commit(Sample.insert(sameReference)) == .roomExists)
      let other = Sample.room("q", externalID: "y")
      _ = try await store.commit(Sample.insert(other))
      var takes = StoreCommit()
      takes.room = .update(other.advanced(providerRef: "ref"), expectedVersion: 1)
      #expect(try await store.commit(takes) == .roomExists)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func anExternalIDIsHeldUntilTheRoomHasEnded(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let first = Sample.room("r", externalID: "x", phase: "creating")
      _ = try await store.commit(Sample.insert(first))
      let second = Sample.room("q", externalID: "x")
      #expect(try await store.commit(Sample.insert(second)) == .externalIDTaken(by: "r"))
      #expect(try await store.commit(Sample.insert(Sample.room("o", tenant: "u", externalID: "x"))).isCommitted)
      #expect(try await store.room(tenant: "t", externalID: "x")?.id == "r")
      var end = StoreCommit()
      end.room = .update(first.advanced(phase: "ended"), expectedVersion: 1)
      #expect(try await store.commit(end).isCommitted)
      #expect(try await store.room(tenant: "t", externalID: "x") == nil)
      #expect(try await store.commit(Sample.insert(second)).isCommitted)
      var reopened = StoreCommit()
      reopened.room = .update(first.advanced().advanced(phase: "live"), expectedVersion: 2)
      #expect(try await store.commit(reopened) == .externalIDTaken(by: "q"))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func ofManyWhoWantAnExternalIDExactlyOneWins(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let results = try await withThrowingTaskGroup(of: StoreCommitResult.self) { group in
        for index in 0..<50 {
          group.addTask { try await store.commit(Sample.insert(Sample.room("r\(index)", externalID: "x"))) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let holder = try #require(try await store.room(tenant: "t", externalID: "x"))
      #expect(results.filter(\.isCommitted).count == 1)
      #expect(results.filter { $0 == .externalIDTaken(by: holder.id) }.count == 49)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aRepeatedDeliveryIsNamedAndNothingIsWritten(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let room = Sample.room("r")
      var first = Sample.insert(room)
      first.inbox = [Sample.delivery("d1", key: "k1"), Sample.delivery("d2"), Sample.delivery("d3")]
      #expect(try await store.commit(first).isCommitted)
      var second = Sample.update(room)
      second.inbox = [Sample.delivery("d4", key: "k1"), Sample.delivery("d5", key: "k2")]
      #expect(try await store.commit(second) == .duplicateDelivery(keys: ["k1"]))
      #expect(try await store.hasDelivery(provider: "p", key: "k2") == false)
      #expect(try await store.hasDelivery(provider: "q", key: "k1") == false)
      second.inbox = [Sample.delivery("d5", key: "k2"), Sample.delivery("d6", key: "k2")]
      #expect(try await store.commit(second) == .duplicateDelivery(keys: ["k2"]))
      second.inbox = [Sample.delivery("d5", key: "k2")]
      #expect(try await store.commit(second).isCommitted)
      #expect(try await store.hasDelivery(provider: "p", key: "k2"))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aParkedDeliveryWaitsForItsRoomAndIsReplacedByItsId(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      var park = StoreCommit()
      park.inbox = [
        Sample.delivery("d2", key: "k2", state: "parked", roomKey: "room", receivedAt: 5),
        Sample.delivery("d1", key: "k1", state: "parked", roomKey: "room", receivedAt: 4),
        Sample.delivery("d3", key: "k3", state: "parked", roomKey: "elsewhere"),
      ]
      #expect(try await store.commit(park) == .committed(firstPosition: nil))
      let parked = try await store.parkedDeliveries(provider: "p", roomKey: "room")
      #expect(parked.map(\.id) == ["d1", "d2"])
      #expect(try await store.roomsWithParkedDeliveries().map(\.provider) == ["p", "p"])
      #expect(try await store.roomsWithParkedDeliveries().map(\.roomKey) == ["elsewhere", "room"])
      var drain = Sample.insert(Sample.room("r"))
      drain.inbox = [Sample.delivery("d1", key: "k1")]
      #expect(try await store.commit(drain).isCommitted)
      #expect(try await store.parkedDeliveries(provider: "p", roomKey: "room").map(\.id) == ["d2"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func anUnverifiedDeliveryWaitsUntilItIsSettled(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      #expect(try await store.unverifiedCounts().isEmpty)
      var keep = StoreCommit()
      keep.inbox = [
        Sample.delivery("d3", state: "unverified", receivedAt: 6),
        Sample.delivery("d2", state: "unverified", receivedAt: 5),
        Sample.delivery("d1", state: "unverified", receivedAt: 5), Sample.delivery("d4", state: "parked", roomKey: "r"),
      ]
      #expect(try await store.commit(keep).isCommitted)
      #expect(try await store.unverifiedDeliveries(provider: "p", limit: 9).map(\.id) == ["d1", "d2", "d3"])
      #expect(try await store.unverifiedDeliveries(provider: "p", limit: 2).map(\.id) == ["d1", "d2"])
      #expect(try await store.unverifiedDeliveries(provider: "q", limit: 9).isEmpty)
      #expect(try await store.unverifiedCounts() == ["p": 3])
      var settle = Sample.insert(Sample.room("r"))
      settle.inbox = [Sample.delivery("d1", key: "k1"), Sample.delivery("d3", state: "failed")]
      #expect(try await store.commit(settle).isCommitted)
      #expect(try await store.unverifiedDeliveries(provider: "p", limit: 9).map(\.id) == ["d2"])
      #expect(try await store.unverifiedCounts() == ["p": 1])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func mistakesOfTheCallerAreRefusedAndLeaveTheStoreHealthy(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let room = Sample.room("r", lastSequence: 2)
      _ = try await store.commit(Sample.insert(room))
      var gap = Sample.update(room)
      gap.room = .update(room.advanced(by: 2), expectedVersion: 1)
      gap.events = [Sample.event(4)]
      var jump = StoreCommit()
      jump.room = .update(room.advanced().advanced(), expectedVersion: 1)
      var foreign = Sample.update(room)
      foreign.members = [MemberRecord(room: "q", person: "ada", role: "host")]
      var loose = StoreCommit()
      loose.factKeys = [FactKey(key: "k", expiresAt: 1)]
      for commit in [gap, jump, foreign, loose] {
        await #expect(throws: StoreFailure.self) { try await store.commit(commit) }
      }
      #expect(store.isHealthy)
      #expect(try await store.commit(Sample.update(room, events: 1)) == .committed(firstPosition: 3))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func concurrentCommittersLeaveNoGapAndTheListenerHearsTheLog(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let heard = Mutex<[Int64]>([])
      store.onCommit { events in heard.withLock { $0 += events.map(\.position) } }
      for index in 0..<8 { _ = try await store.commit(Sample.insert(Sample.room("r\(index)"))) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<64 {
          group.addTask { for _ in 0..<4 { try await Self.addEvent(to: "r\(index % 8)", store) } }
        }
        try await group.waitForAll()
      }
      for index in 0..<8 {
        let events = try await store.events(EventQuery(scope: .room("r\(index)"), after: 0, limit: 1_000))
        #expect(events.map(\.sequence) == Array(1...32))
        #expect(events.map(\.position) == events.map(\.position).sorted())
      }
      #expect(heard.withLock { $0 } == Array(1...256))
      #expect(try await store.logBounds() == (1, 256))
    }
  }

  private static func addEvent(to room: String, _ store: any Store) async throws {
    while true {
      let record = try #require(try await store.room(id: room))
      if try await store.commit(Sample.update(record, events: 1)).isCommitted { return }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func theListenerIsCalledBeforeTheCallerGoesOn(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let heard = Mutex<[EventRecord]>([])
      store.onCommit { events in heard.withLock { $0 += events } }
      var room = Sample.room("r", lastSequence: 1)
      _ = try await store.commit(Sample.insert(room))
      for _ in 0..<20 {
        let result = try await store.commit(Sample.update(room, events: 2))
        room = room.advanced(by: 2)
        #expect(result == .committed(firstPosition: room.lastSequence - 1))
        #expect(heard.withLock { $0.last?.sequence } == room.lastSequence)
      }
      let log = try await store.events(EventQuery(scope: .tenant("t"), after: 0, limit: 100))
      #expect(log == heard.withLock { $0 })
    }
  }
}

extension StoreCommitResult {
  var isCommitted: Bool { if case .committed = self { true } else { false } }
}
