import Store
import Testing

@Suite("A room's rows, on every store")
struct ContentContract {
  @Test(arguments: StoreKind.allCases)
  func rowsAreUpsertedAndRemoved(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let room = Sample.room("r")
      var first = Sample.insert(room)
      first.participants = [
        Sample.participant("p1", room: "r", joinedAt: 2), Sample.participant("p0", room: "r", joinedAt: 3),
      ]
      first.members = ["ada", "bob"].map { MemberRecord(room: "r", person: $0, role: "host") }
      first.bans = ["eve", "mal"].map {
        BanRecord(room: "r", person: $0, until: 9, session: "s", by: "ada", createdAt: 1)
      }
      first.operations = [
        OperationRecord(id: "o1", tenant: "t", room: "r", state: "pending", body: [1], deadline: 5),
        OperationRecord(id: "o2", tenant: "t", room: "r", state: "succeeded", body: [], deadline: 5),
      ]
      _ = try await store.commit(first)
      let before = try #require(try await store.rows(ofRoom: "r", leftAfter: 0))
      #expect(before.participants == first.participants)
      #expect(before.members == first.members)
      #expect(before.bans == first.bans)
      #expect(before.operations == [first.operations[0]])

      var second = Sample.update(room)
      second.participants = [Sample.participant("p1", room: "r", isConnected: false, joinedAt: 2, leftAt: 10)]
      second.removedMembers = ["ada", "nobody"]
      second.members = [MemberRecord(room: "r", person: "bob", role: "speaker")]
      second.removedBans = ["eve"]
      second.operations = [OperationRecord(id: "o1", tenant: "t", room: "r", state: "failed", body: [2], deadline: 5)]
      _ = try await store.commit(second)
      let after = try #require(try await store.rows(ofRoom: "r", leftAfter: 11))
      #expect(after.room.version == 2)
      #expect(after.participants.map(\.id) == ["p0"])
      #expect(after.members == second.members)
      #expect(after.bans.map(\.person) == ["mal"])
      #expect(after.operations == [])
      #expect(try await store.rows(ofRoom: "r", leftAfter: 10)?.participants.map(\.id) == ["p1", "p0"])
      #expect(try await store.operation(id: "o1") == second.operations[0])
      #expect(try await store.participant(room: "r", id: "p1") == second.participants[0])
      #expect(try await store.participant(room: "q", id: "p1") == nil)
      #expect(try await store.rows(ofRoom: "q", leftAfter: 0) == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsPendingIsFoundInAllRoomsPageByPage(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      func operation(_ id: String, _ room: String?, _ state: String = "pending") -> OperationRecord {
        OperationRecord(id: id, tenant: "t", room: room, state: state, body: [1], deadline: 5)
      }
      var commit = StoreCommit()
      commit.operations = [
        operation("o3", "r"), operation("o1", "q"), operation("o2", "r", "succeeded"), operation("o4", nil),
        operation("o5", "r", "unknown"),
      ]
      _ = try await store.commit(commit)
      #expect(try await store.pendingOperations(after: "", limit: 2).map(\.id) == ["o1", "o3"])
      #expect(try await store.pendingOperations(after: "o3", limit: 2) == [operation("o4", nil)])
      #expect(try await store.pendingOperations(after: "o4", limit: 2) == [])
      var later = StoreCommit()
      later.operations = [operation("o4", nil, "failed")]
      _ = try await store.commit(later)
      #expect(try await store.pendingOperations(after: "o3", limit: 2) == [])
      #expect(try await store.sweep(now: 9, inboxBefore: 5, limit: 100) == 0, "their deadlines are not that old")
      #expect(try await store.sweep(now: 9, inboxBefore: 6, limit: 2) == 2)
      #expect(try await store.sweep(now: 9, inboxBefore: 6, limit: 2) == 1)
      #expect(try await store.operation(id: "o2") == nil)
      #expect(try await store.operation(id: "o3") == operation("o3", "r"), "what is pending stays")
    }
  }

  private func hand(_ id: String, room: String = "r", person: String? = "ada", isOpen: Bool = true, at: Int64)
    -> ResourceRecord
  {
    ResourceRecord(
      room: room, id: id, kind: "hand", person: person, isOpen: isOpen, createdAt: at, changedAt: at, body: [1])
  }

  @Test(arguments: StoreKind.allCases)
  func resourcesAreReadWithTheirRoomWhileOpenOrChangedLately(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let room = Sample.room("r")
      var first = Sample.insert(room)
      first.resources = [hand("h2", at: 2), hand("h1", at: 1), hand("h0", isOpen: false, at: 3)]
      _ = try await store.commit(first)
      #expect(try await store.rows(ofRoom: "r", leftAfter: 3)?.resources.map(\.id) == ["h1", "h2", "h0"])
      #expect(try await store.rows(ofRoom: "r", leftAfter: 4)?.resources.map(\.id) == ["h1", "h2"])
      var second = Sample.update(room)
      second.resources = [hand("h1", person: nil, isOpen: false, at: 1)]
      _ = try await store.commit(second)
      #expect(try await store.rows(ofRoom: "r", leftAfter: 4)?.resources == [hand("h2", at: 2)])
      #expect(try await store.resource(room: "r", id: "h1") == second.resources[0])
      #expect(try await store.resource(room: "q", id: "h1") == nil)
      var other = Sample.insert(Sample.room("q"))
      other.resources = [hand("h1", room: "q", at: 9)]
      await #expect(throws: StoreFailure.self) { try await store.commit(other) }
      var delete = StoreCommit()
      delete.room = .delete(id: "r", expectedVersion: 2)
      #expect(try await store.commit(delete).isCommitted)
      #expect(try await store.resource(room: "r", id: "h2") == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func resourcesAreListedNewestFirst(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      var commit = Sample.insert(Sample.room("r"))
      commit.resources =
        (0..<5).map { hand("h\($0)", person: $0 == 3 ? "bob" : "ada", isOpen: $0 != 1, at: Int64($0 / 2)) }
        + [ResourceRecord(room: "r", id: "x", kind: "agent", isOpen: true, createdAt: 9, changedAt: 9, body: [])]
      _ = try await store.commit(commit)
      func ids(_ change: (inout ResourceQuery) -> Void) async throws -> [String] {
        var query = ResourceQuery(room: "r", kind: "hand")
        change(&query)
        return try await store.resources(query).map(\.id)
      }
      #expect(try await ids { _ in } == ["h4", "h3", "h2", "h1", "h0"])
      #expect(try await ids { $0.limit = 2 } == ["h4", "h3"])
      #expect(try await ids { $0.cursor = .init(createdAt: 1, id: "h3") } == ["h2", "h1", "h0"])
      #expect(try await ids { $0.isOpen = false } == ["h1"])
      #expect(try await ids { $0.person = "bob" } == ["h3"])
      #expect(try await ids { $0.kind = "agent" } == ["x"])
      #expect(try await ids { $0.room = "q" } == [])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func openResourcesOfAllRoomsComeLongestUnchangedFirst(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      var first = Sample.insert(Sample.room("r"))
      first.resources = [hand("h4", at: 4), hand("h1", at: 1), hand("h0", isOpen: false, at: 0)]
      _ = try await store.commit(first)
      var second = Sample.insert(Sample.room("q"))
      second.resources = [
        hand("h3", room: "q", at: 3), hand("h2", room: "q", at: 2),
        ResourceRecord(room: "q", id: "x", kind: "agent", isOpen: true, createdAt: 0, changedAt: 0, body: []),
      ]
      _ = try await store.commit(second)
      func ids(before: Int64, _ change: (inout OpenResourceQuery) -> Void = { _ in }) async throws -> [String] {
        var query = OpenResourceQuery(kind: "hand", changedBefore: before)
        change(&query)
        return try await store.openResources(query).map(\.id)
      }
      #expect(try await ids(before: 9) == ["h1", "h2", "h3", "h4"])
      #expect(try await ids(before: 3) == ["h1", "h2"])
      #expect(try await ids(before: 9) { $0.limit = 1 } == ["h1"])
      #expect(try await ids(before: 9) { $0.after = .init(changedAt: 2, id: "h2") } == ["h3", "h4"])
      #expect(try await ids(before: 9) { $0.after = .init(changedAt: 2, id: "h1") } == ["h2", "h3", "h4"])
      #expect(try await ids(before: 9) { $0.kind = "Hand" } == [])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func sessionsAreUniqueByTheVendorsIdWithinARoom(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let room = Sample.room("r")
      var first = Sample.insert(room)
      first.sessions = [SessionRecord(id: "s1", room: "r", vendorID: "v", startedAt: 1, peak: 1)]
      _ = try await store.commit(first)
      var second = Sample.update(room)
      second.sessions = [SessionRecord(id: "s2", room: "r", vendorID: "v", startedAt: 2, peak: 1)]
      await #expect(throws: StoreFailure.self) { try await store.commit(second) }
      second.sessions = [
        SessionRecord(id: "s1", room: "r", vendorID: "v", startedAt: 1, endedAt: 5, peak: 7),
        SessionRecord(id: "s2", room: "r", startedAt: 6, peak: 0),
        SessionRecord(id: "s3", room: "r", startedAt: 7, peak: 0),
      ]
      #expect(try await store.commit(second).isCommitted)
      #expect(try await store.session(id: "s1")?.peak == 7)
      #expect(try await store.rows(ofRoom: "r", leftAfter: 6)?.sessions.map(\.id) == ["s2", "s3"])
      #expect(try await store.rows(ofRoom: "r", leftAfter: 5)?.sessions.map(\.id) == ["s1", "s2", "s3"])
      var other = Sample.insert(Sample.room("q"))
      other.sessions = [SessionRecord(id: "s9", room: "q", vendorID: "v", startedAt: 1, peak: 1)]
      #expect(try await store.commit(other).isCommitted)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func sessionsAreListedNewestFirst(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      var commit = Sample.insert(Sample.room("r"))
      commit.sessions = (0..<5).map {
        SessionRecord(id: "s\($0)", room: "r", startedAt: Int64($0 / 2), endedAt: $0 < 4 ? 9 : nil, peak: $0)
      }
      _ = try await store.commit(commit)
      var other = Sample.insert(Sample.room("q"))
      other.sessions = [SessionRecord(id: "x", room: "q", startedAt: 7, peak: 1)]
      _ = try await store.commit(other)
      func ids(_ change: (inout SessionQuery) -> Void) async throws -> [String] {
        var query = SessionQuery(room: "r")
        change(&query)
        return try await store.sessions(query).map(\.id)
      }
      #expect(try await ids { _ in } == ["s4", "s3", "s2", "s1", "s0"])
      #expect(try await ids { $0.limit = 2 } == ["s4", "s3"])
      #expect(try await ids { $0.cursor = .init(startedAt: 1, id: "s3") } == ["s2", "s1", "s0"])
      #expect(try await ids { $0.room = "q" } == ["x"])
      #expect(try await ids { $0.room = "p" } == [])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func peopleOfOneSessionAreListedByThemselves(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      var commit = Sample.insert(Sample.room("r"))
      for index in 0..<6 {
        commit.participants.append(
          Sample.participant(
            "p\(index)", room: "r", person: index == 4 ? "bob" : "ada", session: ["s1", "s2"][index % 2],
            isConnected: index > 2, joinedAt: Int64(index)))
      }
      _ = try await store.commit(commit)
      func ids(_ change: (inout ParticipantQuery) -> Void) async throws -> [String] {
        var query = ParticipantQuery(room: "r")
        query.session = "s1"
        change(&query)
        return try await store.participants(query).map(\.id)
      }
      #expect(try await ids { _ in } == ["p0", "p2", "p4"])
      #expect(try await ids { $0.cursor = .init(joinedAt: 0, id: "p0") } == ["p2", "p4"])
      #expect(try await ids { $0.limit = 1 } == ["p0"])
      #expect(try await ids { $0.isConnected = false } == ["p0", "p2"])
      #expect(try await ids { $0.person = "bob" } == ["p4"])
      #expect(try await ids { $0.session = "s3" } == [])
      #expect(try await ids { $0.session = nil } == ["p0", "p1", "p2", "p3", "p4", "p5"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aDeletedRoomLeavesNothingBehind(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      var insert = Sample.insert(Sample.room("r", externalID: "x", lastSequence: 2))
      insert.participants = [Sample.participant("p1", room: "r")]
      insert.sessions = [SessionRecord(id: "s1", room: "r", startedAt: 1, peak: 1)]
      insert.members = [MemberRecord(room: "r", person: "ada", role: "host")]
      insert.factKeys = [FactKey(key: "k", expiresAt: 10)]
      insert.operations = [OperationRecord(id: "o", tenant: "t", room: "r", state: "pending", body: [], deadline: 1)]
      _ = try await store.commit(insert)
      _ = try await store.commit(Sample.insert(Sample.room("q", lastSequence: 1)))
      var delete = StoreCommit()
      delete.room = .delete(id: "r", expectedVersion: 2)
      #expect(try await store.commit(delete) == .conflict)
      delete.room = .delete(id: "r", expectedVersion: 1)
      #expect(try await store.commit(delete) == .committed(firstPosition: nil))
      #expect(try await store.room(id: "r") == nil)
      #expect(try await store.session(id: "s1") == nil)
      #expect(try await store.operation(id: "o") == nil)
      #expect(try await store.hasFactKey(room: "r", key: "k", now: 0) == false)
      #expect(try await store.events(EventQuery(scope: .tenant("t"), after: 0, limit: 9)).map(\.room) == ["q"])
      #expect(try await store.logBounds() == (3, 3))
      #expect(try await store.commit(insert).isCommitted)
      #expect(try await store.position(room: "r", sequence: 1) == 4)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func peopleAreReplacedWholeAndAnsweredInTheOrderAsked(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      var commit = StoreCommit()
      commit.people = [
        PersonRecord(tenant: "t", externalID: "ada", name: "Ada", imageURL: "https://a"),
        PersonRecord(tenant: "t", externalID: "bob"), PersonRecord(tenant: "u", externalID: "ada", name: "Other"),
      ]
      _ = try await store.commit(commit)
      let asked = try await store.people(tenant: "t", externalIDs: ["bob", "nobody", "ada", "bob"])
      #expect(asked == [commit.people[1], commit.people[0]])
      commit.people = [PersonRecord(tenant: "t", externalID: "ada", name: "A.")]
      _ = try await store.commit(commit)
      #expect(try await store.people(tenant: "t", externalIDs: ["ada"]) == commit.people)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func participantsPageOldestFirstWithFilters(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      var commit = Sample.insert(Sample.room("r"))
      commit.participants = (10..<40).map { Self.participant($0) }
      _ = try await store.commit(commit)
      var query = ParticipantQuery(room: "r")
      query.limit = 7
      var walked: [ParticipantRecord] = []
      while true {
        let page = try await store.participants(query)
        walked += page
        guard let last = page.last else { break }
        query.cursor = .init(joinedAt: last.joinedAt, id: last.id)
      }
      #expect(walked == commit.participants)
      var filtered = ParticipantQuery(room: "r")
      filtered.isConnected = true
      filtered.role = "host"
      filtered.person = "ada"
      #expect(try await store.participants(filtered).map(\.id) == ["p12", "p18", "p24"])
      filtered.isConnected = false
      #expect(try await store.participants(filtered).map(\.id) == ["p30", "p36"])
    }
  }

  private static func participant(_ index: Int) -> ParticipantRecord {
    let (person, role) = (index % 3 == 0 ? "ada" : nil, index % 2 == 0 ? "host" : "listener")
    return Sample.participant(
      "p\(index)", room: "r", person: person, role: role, isConnected: index < 30, joinedAt: Int64(index / 4))
  }
}
