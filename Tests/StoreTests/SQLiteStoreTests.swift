import CSQLite
import Glibc
import SQLiteStore
import Store
import Synchronization
import Testing

@Suite("The embedded store's file")
struct SQLiteStoreTests {
  @Test func whatWasCommittedIsThereAfterReopening() async throws {
    try await withFolder { folder in
      let path = folder + "/new/folder/data.db"
      let first = try SQLiteStore.open(path: path, exclusive: true)
      let room = Sample.room("r", lastSequence: 2)
      _ = try await first.commit(Sample.insert(room))
      _ = try await first.trimEvents(recordedBefore: 9, limit: 9)
      await first.close()
      let second = try SQLiteStore.open(path: path, exclusive: true)
      #expect(try await second.room(id: "r") == room)
      #expect(try await second.logBounds() == (3, 2))
      #expect(try await second.commit(Sample.update(room, events: 1)) == .committed(firstPosition: 3))
      await second.close()
    }
  }

  @Test func filesAreReadableByTheirOwnerOnly() async throws {
    try await withFolder { folder in
      let path = folder + "/private/data.db"
      let store = try SQLiteStore.open(path: path, exclusive: true)
      _ = try await store.commit(Sample.insert(Sample.room("r")))
      for (name, mode) in [("", 0o600), ("-wal", 0o600), (".lock", 0o600)] as [(String, mode_t)] {
        var info = stat()
        #expect(stat(path + name, &info) == 0)
        #expect(info.st_mode & 0o777 == mode, "\(name)")
      }
      var info = stat()
      #expect(stat(folder + "/private", &info) == 0)
      #expect(info.st_mode & 0o777 == 0o700)
      await store.close()
    }
  }

  @Test func aSecondGatewayIsRefusedAndAnotherProgramIsNot() async throws {
    try await withFolder { folder in
      let path = folder + "/data.db"
      let gateway = try SQLiteStore.open(path: path, exclusive: true)
      let refusal = #expect(throws: StoreFailure.self) { try SQLiteStore.open(path: path, exclusive: true) }
      #expect(refusal?.detail.contains("another gateway") == true)
      let tool = try SQLiteStore.open(path: path, exclusive: false)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<40 {
          group.addTask { _ = try await gateway.commit(Sample.insert(Sample.room("r\(index)", lastSequence: 1))) }
          group.addTask { try await tool.insert(TenantRecord(id: "t\(index)", name: "")) }
        }
        try await group.waitForAll()
      }
      #expect(try await gateway.tenants().count == 40)
      #expect(try await tool.logBounds() == (1, 40))
      await tool.close()
      await gateway.close()
      await (try SQLiteStore.open(path: path, exclusive: true)).close()
    }
  }

  @Test func whatWasAcknowledgedSurvivesACrash() async throws {
    try await withFolder { folder in
      let path = folder + "/data.db"
      let store = try SQLiteStore.open(path: path, exclusive: true)
      for index in 0..<50 { _ = try await store.commit(Sample.insert(Sample.room("r\(index)", lastSequence: 1))) }
      async let later: Void = withThrowingTaskGroup(of: Void.self) { group in
        for index in 50..<300 {
          group.addTask { _ = try await store.commit(Sample.insert(Sample.room("r\(index)", lastSequence: 1))) }
        }
        try await group.waitForAll()
      }
      // The files as a crash in the middle of writing leaves them.
      run("/bin/cp", path, folder + "/copy.db")
      run("/bin/cp", path + "-wal", folder + "/copy.db-wal")
      try await later
      let survivor = try SQLiteStore.open(path: folder + "/copy.db", exclusive: true)
      let bounds = try await survivor.logBounds()
      #expect(bounds.oldest == 1)
      #expect(bounds.newest >= 50)
      let events = try await survivor.events(EventQuery(scope: .tenant("t"), after: 0, limit: 1_000))
      #expect(events.map(\.position) == Array(1...bounds.newest))
      for event in events { #expect(try await survivor.room(id: event.room) != nil) }
      await survivor.close()
      await store.close()
    }
  }

  @Test func aNewerSchemaIsRefused() async throws {
    try await withFolder { folder in
      let path = folder + "/data.db"
      await (try SQLiteStore.open(path: path, exclusive: true)).close()
      #expect(Self.query(path, "SELECT group_concat(version) FROM schema_version") == "1,2,3,4,5,6,7,8,9")
      await (try SQLiteStore.open(path: path, exclusive: true)).close()
      #expect(Self.query(path, "SELECT group_concat(version) FROM schema_version") == "1,2,3,4,5,6,7,8,9")
      _ = Self.query(path, "INSERT INTO schema_version VALUES (99)")
      let refusal = #expect(throws: StoreFailure.self) { try SQLiteStore.open(path: path, exclusive: true) }
      #expect(refusal?.detail.contains("newer program") == true)
    }
  }

  /// An older program kept what vendors post, with their secrets in it.
  @Test func whatAnOlderProgramKeptOfAppliedDeliveriesIsErased() async throws {
    try await withFolder { folder in
      let path = folder + "/data.db"
      await (try SQLiteStore.open(path: path, exclusive: true)).close()
      for (id, state) in [("d1", "applied"), ("d2", "parked")] {
        _ = Self.query(path, "INSERT INTO inbox VALUES ('\(id)', 'p', '\(id)', '\(state)', 'r', x'4b4559', 1)")
      }
      _ = Self.query(path, "DELETE FROM schema_version WHERE version >= 7")
      for index in ["operations_pending", "operations_over", "inbox_unverified"] {
        _ = Self.query(path, "DROP INDEX \(index)")
      }
      await (try SQLiteStore.open(path: path, exclusive: true)).close()
      #expect(Self.query(path, "SELECT group_concat(id || hex(raw)) FROM inbox") == "d1,d24B4559")
    }
  }

  @Test func aFileThatIsNoDatabaseIsRefused() async throws {
    try await withFolder { folder in
      let path = folder + "/data.db"
      run("/bin/cp", "/bin/sh", path)
      #expect(throws: StoreFailure.self) { try SQLiteStore.open(path: path, exclusive: true) }
      #expect(throws: StoreFailure.self) { try SQLiteStore.open(path: "/proc/none/data.db", exclusive: true) }
    }
  }

  @Test func aCommitThatFailsHurtsItsBatchOnlyAndTheStoreRecovers() async throws {
    try await withFolder { folder in
      let isBroken = Atomic(false)
      let faults = SQLiteFaults { isBroken.load(ordering: .acquiring) ? "disk full" : nil }
      let store = try SQLiteStore.open(path: folder + "/data.db", exclusive: true, faults: faults)
      let heard = Mutex<[Int64]>([])
      store.onCommit { events in heard.withLock { $0 += events.map(\.position) } }
      let room = Sample.room("r", lastSequence: 1)
      _ = try await store.commit(Sample.insert(room))
      isBroken.store(true, ordering: .releasing)
      let failures = await withTaskGroup(of: Bool.self) { group in
        for index in 0..<10 {
          group.addTask {
            do throws(StoreFailure) {
              _ = try await store.commit(Sample.insert(Sample.room("q\(index)", lastSequence: 1)))
              return false
            } catch { return error.detail.contains("disk full") }
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(failures == 10)
      #expect(!store.isHealthy)
      #expect(try await store.room(id: "r") == room)
      #expect(try await store.room(id: "q0") == nil)
      isBroken.store(false, ordering: .releasing)
      #expect(try await store.commit(Sample.update(room, events: 1)) == .committed(firstPosition: 2))
      #expect(store.isHealthy)
      #expect(heard.withLock { $0 } == [1, 2])
      await store.close()
    }
  }

  /// A listener that is wrapped once more at each commit is called from ever deeper in the stack, until that is full.
  @Test func theListenerIsCalledFromNoDeeperAfterManyCommits() async throws {
    try await withFolder { folder in
      let store = try SQLiteStore.open(path: folder + "/data.db", exclusive: true)
      let places = Mutex<[UInt]>([])
      store.onCommit { events in
        var count = events.count
        let place = withUnsafePointer(to: &count) { UInt(bitPattern: $0) }
        places.withLock { $0.append(place) }
      }
      var room = Sample.room("r")
      _ = try await store.commit(Sample.insert(room))
      for _ in 0..<200 {
        _ = try await store.commit(Sample.update(room, events: 1))
        room = room.advanced(by: 1)
      }
      let heard = places.withLock { $0 }
      #expect(heard.count == 200)
      #expect(Set(heard.dropFirst(10)).count == 1)
      await store.close()
    }
  }

  @Test func aStoreThatFailedFindsOutByItselfThatItWorksAgain() async throws {
    try await withFolder { folder in
      let isBroken = Atomic(true)
      let faults = SQLiteFaults { isBroken.load(ordering: .acquiring) ? "gone" : nil }
      let store = try SQLiteStore.open(path: folder + "/data.db", exclusive: true, faults: faults)
      await #expect(throws: StoreFailure.self) { try await store.insert(TenantRecord(id: "t", name: "")) }
      #expect(!store.isHealthy)
      isBroken.store(false, ordering: .releasing)
      for _ in 0..<500 where !store.isHealthy { usleep(10_000) }
      #expect(store.isHealthy)
      await store.close()
    }
  }

  @Test func everyQueryOfTheLogAndListsUsesAnIndex() async throws {
    try await withFolder { folder in
      let path = folder + "/data.db"
      await (try SQLiteStore.open(path: path, exclusive: true)).close()
      let queries = [
        "SELECT * FROM events WHERE room = 'r' AND position > 5 ORDER BY position LIMIT 9",
        "SELECT * FROM events WHERE tenant = 't' AND position > 5 ORDER BY position LIMIT 9",
        "SELECT * FROM rooms WHERE tenant = 't' AND phase <> 'creating' ORDER BY created_at DESC, id DESC LIMIT 9",
        "SELECT * FROM rooms WHERE tenant = 't' ORDER BY starts_at ASC NULLS LAST, id ASC LIMIT 9",
        "SELECT * FROM rooms WHERE tenant = 't' AND external_id = 'x' AND phase <> 'ended'",
        "SELECT * FROM rooms WHERE phase = 'creating' ORDER BY created_at, id",
        "SELECT * FROM participants WHERE room = 'r' AND (joined_at, id) > (1, '') ORDER BY joined_at, id LIMIT 9",
        "SELECT * FROM participants WHERE room = 'r' AND session = 's' AND (joined_at, id) > (1, '') ORDER BY joined_at, id",
        "SELECT * FROM sessions WHERE room = 'r' AND (started_at, id) < (9, '') ORDER BY started_at DESC, id DESC",
        "SELECT * FROM inbox WHERE state = 'parked' AND provider = 'p' AND room_key = 'k' ORDER BY received_at, id",
        "SELECT * FROM inbox WHERE state = 'unverified' AND provider = 'p' ORDER BY received_at, id LIMIT 9",
        "SELECT provider, count(*) FROM inbox WHERE state = 'unverified' GROUP BY provider",
        "SELECT * FROM rooms WHERE provider = 'p' AND provider_ref = 'r'",
      ]
      for query in queries {
        let plan = Self.query(path, "EXPLAIN QUERY PLAN \(query)", column: 3)
        #expect(plan?.contains("USING") == true && plan?.contains("TEMP B-TREE") == false, "\(query): \(plan ?? "-")")
      }
    }
  }

  /// One column of every row, as the library itself reads it, put together.
  private static func query(_ path: String, _ sql: String, column: Int32 = 0) -> String? {
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    guard sqlite3_open(path, &database) == SQLITE_OK else { return nil }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
    var answer = ""
    while sqlite3_step(statement) == SQLITE_ROW {
      if let text = sqlite3_column_text(statement, column) { answer += String(cString: text) }
    }
    return answer
  }
}
