import Store
import Testing

@Suite("Idempotency claims, on every store")
struct ClaimContract {
  @Test(arguments: StoreKind.allCases)
  func theFirstRunsAndTheNextIsToldWhatBecameOfIt(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let claim = Sample.claim("k")
      #expect(try await store.claim(claim, now: 0) == .claimed)
      #expect(
        try await store.claim(Sample.claim("k", owner: "b"), now: 0) == .existing(IdempotencyRecord(claim: claim)))
      var commit = Sample.insert(Sample.room("r"))
      commit.claimResource = .init(claim: claim, resource: "r")
      _ = try await store.commit(commit)
      #expect(try await store.claim(claim, now: 0) == .existing(IdempotencyRecord(claim: claim, resource: "r")))
      try await store.complete(claim, answer: [0, 1, 2])
      let done = IdempotencyRecord(claim: claim, answer: [0, 1, 2], resource: "r")
      #expect(try await store.claim(claim, now: 99) == .existing(done))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func anExpiredClaimCountsAsNew(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      _ = try await store.claim(Sample.claim("k"), now: 0)
      try await store.complete(Sample.claim("k"), answer: [1])
      let later = Sample.claim("k", owner: "b", expiresAt: 200)
      #expect(try await store.claim(later, now: 100) == .claimed)
      #expect(try await store.claim(later, now: 101) == .existing(IdempotencyRecord(claim: later)))
      try await store.complete(Sample.claim("k"), answer: [2])
      #expect(try await store.claim(later, now: 101) == .existing(IdempotencyRecord(claim: later)))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aReleasedClaimIsFree(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      _ = try await store.claim(Sample.claim("k"), now: 0)
      try await store.release(Sample.claim("k", owner: "b"))
      #expect(try await store.claim(Sample.claim("k"), now: 0) != .claimed)
      try await store.release(Sample.claim("k"))
      #expect(try await store.claim(Sample.claim("k"), now: 0) == .claimed)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func onlyAnUnfinishedClaimOfTheNamedOwnerIsTakenOver(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      _ = try await store.claim(Sample.claim("k"), now: 0)
      let mine = Sample.claim("k", owner: "b", expiresAt: 300)
      #expect(try await store.takeOver(mine, from: "c") == false)
      #expect(try await store.takeOver(mine, from: "a"))
      #expect(try await store.takeOver(Sample.claim("k", owner: "d"), from: "a") == false)
      #expect(try await store.claim(mine, now: 299) == .existing(IdempotencyRecord(claim: mine)))
      try await store.complete(mine, answer: [1])
      #expect(try await store.takeOver(Sample.claim("k", owner: "d"), from: "b") == false)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func ofManyWhoClaimAKeyOneRuns(_ kind: StoreKind) async throws {
    try await kind.with { store async throws in
      let claimed = try await withThrowingTaskGroup(of: ClaimResult.self) { group in
        for index in 0..<40 { group.addTask { try await store.claim(Sample.claim("k", owner: "\(index)"), now: 0) } }
        return try await group.reduce(into: 0) { $0 += $1 == .claimed ? 1 : 0 }
      }
      #expect(claimed == 1)
    }
  }
}
