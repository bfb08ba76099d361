import Store
import Testing

@Suite("Lists of rooms, on every store")
struct RoomListContract {
  /// Walks all pages, calling back between two of them.
  private func walk(
    _ query: RoomQuery, _ store: any Store, between: (Int) async throws -> Void = { _ in }
  ) async throws -> [String] {
    var query = query
    var walked: [String] = []
    for page in 0..<100 {
      let rooms = try await store.rooms(query)
      guard let last = rooms.last else { return walked }
      walked += rooms.map(\.id)
      let value =
        switch query.sort {
        case .createdAt: Optional(last.createdAt)
        case .startsAt: last.startsAt
        case .endedAt: last.endedAt
        }
      query.cursor = .init(value: value, id: last.id)
      try await between(page)
    }
    return walked
  }

  @Test(arguments: StoreKind.allCases)
  func aWalkSeesEachRoomOnceThoughRoomsAreCreatedMeanwhile(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      for index in 10..<30 {
        _ = try await store.commit(Sample.insert(Sample.room("r\(index)", createdAt: Int64(index / 3))))
      }
      _ = try await store.commit(Sample.insert(Sample.room("hidden", phase: "creating")))
      _ = try await store.commit(Sample.insert(Sample.room("foreign", tenant: "u")))
      var query = RoomQuery(tenant: "t")
      query.limit = 3
      let walked = try await walk(query, store) { page in
        _ = try await store.commit(Sample.insert(Sample.room("new\(page)", createdAt: 1_000 + Int64(page))))
      }
      #expect(walked == (10..<30).reversed().map { "r\($0)" })
      query.descending = false
      query.before = [.createdAt: 1_000]
      #expect(try await walk(query, store) == (10..<30).map { "r\($0)" })
    }
  }

  @Test(arguments: StoreKind.allCases)
  func roomsWithoutTheSortValueComeLastBothWays(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      for (id, starts) in [("a", 5), ("b", nil), ("c", 3), ("d", nil), ("e", 5)] as [(String, Int64?)] {
        _ = try await store.commit(Sample.insert(Sample.room(id, startsAt: starts)))
      }
      var query = RoomQuery(tenant: "t")
      query.sort = .startsAt
      query.limit = 2
      #expect(try await walk(query, store) == ["e", "a", "c", "d", "b"])
      query.limit = 1
      query.descending = false
      #expect(try await walk(query, store) == ["c", "a", "e", "b", "d"])
      query.sort = .endedAt
      query.limit = 2
      #expect(try await walk(query, store) == ["a", "b", "c", "d", "e"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func filtersSelect(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      var first = Sample.insert(
        Sample.room("a", externalID: "x", kind: "audio_room", providerRef: "ra", createdAt: 10, startsAt: 100))
      first.members = [MemberRecord(room: "a", person: "ada", role: "host")]
      first.sessions = [SessionRecord(id: "s1", room: "a", startedAt: 1, peak: 0)]
      var second = Sample.insert(Sample.room("b", externalID: "x", phase: "ended", createdAt: 20, endedAt: 50))
      second.members = [MemberRecord(room: "b", person: "bob", role: "host")]
      second.sessions = [SessionRecord(id: "s2", room: "b", startedAt: 1, endedAt: 2, peak: 0)]
      let third = Sample.insert(Sample.room("c", phase: "backstage", createdAt: 30))
      for commit in [first, second, third] { _ = try await store.commit(commit) }
      let cases: [(String, (inout RoomQuery) -> Void, [String])] = [
        ("all", { _ in }, ["c", "b", "a"]), ("phase", { $0.phases = ["ended", "backstage"] }, ["c", "b"]),
        ("creating is never listed", { $0.phases = ["creating"] }, []), ("kind", { $0.kinds = ["audio_room"] }, ["a"]),
        ("provider", { $0.provider = "q" }, []), ("external id", { $0.externalID = "x" }, ["b", "a"]),
        ("member", { $0.member = "ada" }, ["a"]), ("reference", { $0.providerRef = "ra" }, ["a"]),
        ("open session", { $0.hasSession = true }, ["a"]), ("no open session", { $0.hasSession = false }, ["c", "b"]),
        ("created after", { $0.after = [.createdAt: 10] }, ["c", "b"]),
        ("created before", { $0.before = [.createdAt: 20] }, ["a"]),
        ("starts before", { $0.before = [.startsAt: 101] }, ["a"]),
        ("ended between", { ($0.after, $0.before) = ([.endedAt: 49], [.endedAt: 51]) }, ["b"]),
        ("a quote in a value", { $0.member = "' OR 1=1 --" }, []),
      ]
      for (name, edit, expected) in cases {
        var query = RoomQuery(tenant: "t")
        edit(&query)
        #expect(try await store.rooms(query).map(\.id) == expected, "\(name)")
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func roomsInCreationAreFoundOldestFirst(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      for (id, created) in [("b", 2), ("a", 2), ("c", 1)] as [(String, Int64)] {
        _ = try await store.commit(Sample.insert(Sample.room(id, phase: "creating", createdAt: created)))
      }
      _ = try await store.commit(Sample.insert(Sample.room("d", providerRef: "ref-d")))
      #expect(try await store.creatingRooms().map(\.id) == ["c", "a", "b"])
      #expect(try await store.openRooms(provider: "p", endedAfter: 0).map(\.id) == ["d"])
      _ = try await store.commit(Sample.insert(Sample.room("e", phase: "ended", endedAt: 50)))
      #expect(try await store.openRooms(provider: "p", endedAfter: 50).map(\.id) == ["d", "e"])
      #expect(try await store.openRooms(provider: "p", endedAfter: 50).map(\.endedAt) == [nil, 50])
      #expect(try await store.openRooms(provider: "p", endedAfter: 51).map(\.id) == ["d"])
      #expect(try await store.openRooms(provider: "q", endedAfter: 0).isEmpty)
      #expect(try await store.room(provider: "p", key: "key-d")?.id == "d")
      #expect(try await store.room(provider: "q", key: "key-d") == nil)
      #expect(try await store.room(provider: "p", ref: "ref-d")?.id == "d")
      #expect(try await store.room(provider: "p", ref: "key-d") == nil)
      #expect(try await store.room(provider: "q", ref: "ref-d") == nil)
    }
  }
}
