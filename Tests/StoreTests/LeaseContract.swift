import Store
import Testing

@Suite("Leases, on every store")
struct LeaseContract {
  @Test(arguments: StoreKind.allCases)
  func oneHasItUntilItsTimeIsOver(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let first = try #require(try await store.takeLease("l", owner: "a", now: 0, until: 15))
      #expect(first == LeaseRecord(name: "l", owner: "a", epoch: 1, until: 15))
      #expect(try await store.takeLease("l", owner: "b", now: 14, until: 30) == nil)
      #expect(try await store.takeLease("l", owner: "a", now: 14, until: 30) == nil)
      #expect(try await store.takeLease("other", owner: "b", now: 14, until: 30)?.epoch == 1)
      let second = try #require(try await store.takeLease("l", owner: "b", now: 15, until: 30))
      #expect(second.epoch == 2)
      #expect(try await store.renewLease(first, until: 99) == false)
      #expect(try await store.renewLease(second, until: 45))
      #expect(try await store.takeLease("l", owner: "a", now: 44, until: 60) == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsReleasedIsFreeAndItsEpochNeverComesAgain(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let first = try #require(try await store.takeLease("l", owner: "a", now: 0, until: 15))
      try await store.releaseLease(first)
      let second = try #require(try await store.takeLease("l", owner: "a", now: 1, until: 16))
      #expect(second.epoch == 2)
      try await store.releaseLease(first)
      #expect(try await store.takeLease("l", owner: "b", now: 2, until: 17) == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aCommitUnderALeaseThatWasTakenLeavesNoTrace(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let first = try #require(try await store.takeLease("l", owner: "a", now: 0, until: 15))
      let room = Sample.room("r")
      _ = try await store.commit(Sample.insert(room))
      var commit = Sample.update(room)
      commit.fences = [first.fence]
      commit.inbox = [Sample.delivery("d", key: "k")]
      let second = try #require(try await store.takeLease("l", owner: "b", now: 15, until: 30))
      #expect(try await store.commit(commit) == .fenced([first.fence]))
      #expect(try await store.room(id: "r")?.version == 1)
      #expect(try await store.hasDelivery(provider: commit.inbox[0].provider, key: "k") == false)
      commit.fences = [second.fence, LeaseFence(name: "unknown", epoch: 1)]
      #expect(try await store.commit(commit) == .fenced([LeaseFence(name: "unknown", epoch: 1)]))
      commit.fences = [second.fence]
      guard case .committed = try await store.commit(commit) else {
        Issue.record("the holder must be able to write")
        return
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aLeaseThatIsOverButNotTakenStillWrites(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let lease = try #require(try await store.takeLease("l", owner: "a", now: 0, until: 15))
      var commit = Sample.insert(Sample.room("r"))
      commit.fences = [lease.fence]
      guard case .committed = try await store.commit(commit) else {
        Issue.record("nobody else has it")
        return
      }
      #expect(try await store.renewLease(lease, until: 99))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func ofManyWhoTakeItOneHasIt(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let holders = try await withThrowingTaskGroup(of: LeaseRecord?.self) { group in
        for index in 0..<40 {
          group.addTask { try await store.takeLease("l", owner: "\(index)", now: 0, until: 15) }
        }
        return try await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
      }
      #expect(holders == 1)
    }
  }
}
