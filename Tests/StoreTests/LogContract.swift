import Store
import Synchronization
import Testing

@Suite("The log and its upkeep, on every store")
struct LogContract {
  @Test(arguments: StoreKind.allCases)
  func theBoundsTellAnEmptyLogFromATrimmedOne(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      #expect(try await store.logBounds() == (0, 0))
      _ = try await store.commit(Sample.insert(Sample.room("r", lastSequence: 3)))
      #expect(try await store.logBounds() == (1, 3))
      #expect(try await store.trimEvents(recordedBefore: 2, limit: 2) == 2)
      #expect(try await store.logBounds() == (3, 3))
      #expect(try await store.position(room: "r", sequence: 2) == nil)
      #expect(try await store.position(room: "r", sequence: 3) == 3)
      #expect(try await store.trimEvents(recordedBefore: 2, limit: 2) == 1)
      #expect(try await store.trimEvents(recordedBefore: 2, limit: 2) == 0)
      #expect(try await store.logBounds() == (4, 3))
      let room = Sample.room("r", lastSequence: 3)
      #expect(try await store.commit(Sample.update(room, events: 1)) == .committed(firstPosition: 4))
      #expect(try await store.logBounds() == (4, 4))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func trimmingStopsAtTheFirstEventToKeep(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let room = Sample.room("r")
      _ = try await store.commit(Sample.insert(room))
      _ = try await store.commit(Sample.update(room, events: 2, recordedAt: 10))
      _ = try await store.commit(Sample.update(room.advanced(by: 2), events: 1, recordedAt: 30))
      _ = try await store.commit(Sample.update(room.advanced(by: 2).advanced(by: 1), events: 1, recordedAt: 20))
      #expect(try await store.trimEvents(recordedBefore: 25, limit: 500) == 2)
      #expect(try await store.logBounds() == (3, 4))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func stretchesOfTheLogAreReadByScope(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      for (id, tenant) in [("a", "t"), ("b", "u"), ("c", "t")] {
        _ = try await store.commit(Sample.insert(Sample.room(id, tenant: tenant, lastSequence: 2)))
      }
      func positions(_ scope: EventQuery.Scope, after: Int64, limit: Int = 9) async throws -> [Int64] {
        try await store.events(EventQuery(scope: scope, after: after, limit: limit)).map(\.position)
      }
      #expect(try await positions(.tenant("t"), after: 0) == [1, 2, 5, 6])
      #expect(try await positions(.tenant("t"), after: 2, limit: 1) == [5])
      #expect(try await positions(.room("b"), after: 3) == [4])
      #expect(try await positions(.room("none"), after: 0) == [])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func whatConcernsNoRoomIsInItsTenantsLogAlone(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let heard = Mutex<[Int64]>([])
      store.onCommit { events in heard.withLock { $0 += events.map(\.position) } }
      _ = try await store.commit(Sample.insert(Sample.room("a", tenant: "t", lastSequence: 1)))
      var commit = StoreCommit()
      commit.announcements = ["t", "u"].map {
        Announcement(tenant: $0, type: "provider.degraded", recordedAt: 5, body: Array("said".utf8))
      }
      #expect(try await store.commit(commit) == .committed(firstPosition: 2))
      #expect(try await store.commit(commit) == .committed(firstPosition: 4))
      func events(_ scope: EventQuery.Scope) async throws -> [EventRecord] {
        try await store.events(EventQuery(scope: scope, after: 0, limit: 9))
      }
      #expect(try await events(.tenant("t")).map(\.position) == [1, 2, 4])
      #expect(try await events(.tenant("u")).map(\.position) == [3, 5])
      #expect(try await events(.room("a")).map(\.position) == [1])
      let said = try #require(try await events(.tenant("u")).first)
      #expect((said.room, said.type, said.recordedAt) == ("", "provider.degraded", 5))
      #expect(said.body == Array("said".utf8))
      #expect(try await store.logBounds() == (1, 5))
      #expect(heard.withLock { $0 } == [1, 2, 3, 4, 5])
      #expect(try await store.trimEvents(recordedBefore: 6, limit: 9) == 5)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func theSweepTakesWhatIsOverAndNoMoreThanItMay(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      for index in 0..<3 { _ = try await store.claim(Sample.claim("old\(index)", expiresAt: 10), now: 0) }
      _ = try await store.claim(Sample.claim("new", expiresAt: 11), now: 0)
      var commit = Sample.insert(Sample.room("r"))
      commit.factKeys = [FactKey(key: "old", expiresAt: 10), FactKey(key: "new", expiresAt: 11)]
      commit.inbox = [
        Sample.delivery("d1", key: "old", receivedAt: 4), Sample.delivery("d2", key: "new", receivedAt: 5),
      ]
      _ = try await store.commit(commit)
      #expect(try await store.hasFactKey(room: "r", key: "old", now: 9))
      #expect(try await store.hasFactKey(room: "r", key: "old", now: 10) == false)
      #expect(try await store.sweep(now: 10, inboxBefore: 5, limit: 2) == 2)
      #expect(try await store.sweep(now: 10, inboxBefore: 5, limit: 100) == 3)
      #expect(try await store.sweep(now: 10, inboxBefore: 5, limit: 100) == 0)
      #expect(try await store.hasFactKey(room: "r", key: "old", now: 0) == false)
      #expect(try await store.hasFactKey(room: "r", key: "new", now: 10))
      #expect(try await store.hasDelivery(provider: "p", key: "old") == false)
      #expect(try await store.hasDelivery(provider: "p", key: "new"))
      #expect(try await store.claim(Sample.claim("new", expiresAt: 11), now: 10) != .claimed)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func tenantsAndKeys(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let key = KeyRecord(
        id: "key_1", tenant: "t", hash: [1, 2], name: "first", scopes: ["rooms:read", ""], createdAt: 2)
      let bare = KeyRecord(id: "key_0", tenant: "t", hash: [3], name: "", scopes: [], createdAt: 3)
      try await store.insert(TenantRecord(id: "u", name: "Ü"))
      try await store.insert(TenantRecord(id: "t", name: "T"))
      try await store.insert(key)
      try await store.insert(bare)
      await #expect(throws: StoreFailure.self) { try await store.insert(TenantRecord(id: "t", name: "again")) }
      await #expect(throws: StoreFailure.self) { try await store.insert(key) }
      #expect(try await store.tenants().map(\.id) == ["t", "u"])
      #expect(try await store.key(hash: [1, 2]) == key)
      #expect(try await store.key(hash: [1]) == nil)
      #expect(try await store.keys(tenant: "t") == [key, bare])
      #expect(try await store.revokeKey(id: "key_1", tenant: "u", at: 7) == false)
      #expect(try await store.revokeKey(id: "key_1", tenant: "t", at: 7))
      #expect(try await store.revokeKey(id: "key_1", tenant: "t", at: 8))
      #expect(try await store.key(hash: [1, 2])?.revokedAt == 7)
      #expect(store.isHealthy)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func stringsKeepTheirBytesAndAreNotMerged(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let composed = "caf\u{E9}"
      let decomposed = "cafe\u{301}"
      let odd = ["a\u{0}b", "it's \"quoted\" \\ %", "\u{1F469}\u{200D}\u{1F680}", "", composed, decomposed]
      var commit = Sample.insert(Sample.room("r"))
      commit.people = odd.map { PersonRecord(tenant: "t", externalID: $0, name: $0) }
      commit.members = odd.map { MemberRecord(room: "r", person: $0, role: "host") }
      _ = try await store.commit(commit)
      let people = try await store.people(tenant: "t", externalIDs: odd)
      #expect(people.map { Array($0.externalID.utf8) } == odd.map { Array($0.utf8) })
      #expect(people.map { Array(($0.name ?? "?").utf8) } == odd.map { Array($0.utf8) })
      #expect(try await store.rows(ofRoom: "r", leftAfter: 0)?.members.count == odd.count)
      for (id, external) in [("c1", composed), ("c2", decomposed)] {
        #expect(try await store.commit(Sample.insert(Sample.room(id, externalID: external))).isCommitted)
        #expect(try await store.room(tenant: "t", externalID: external)?.id == id)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func hugeBodiesAreKeptWhole(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      var commit = Sample.insert(Sample.room("r", lastSequence: 1, header: body))
      commit.events = [Sample.event(1, body: body)]
      _ = try await store.commit(commit)
      #expect(try await store.room(id: "r")?.header == body)
      #expect(try await store.events(EventQuery(scope: .room("r"), after: 0, limit: 1)).first?.body == body)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aClosedStoreRefuses(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      _ = try await store.commit(Sample.insert(Sample.room("r")))
      await store.close()
      await #expect(throws: StoreFailure.self) { try await store.room(id: "r") }
      await #expect(throws: StoreFailure.self) { try await store.commit(Sample.insert(Sample.room("q"))) }
    }
  }
}
