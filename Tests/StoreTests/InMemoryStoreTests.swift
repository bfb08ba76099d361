import ProviderTesting
import Store
import Testing

@Suite("Faults of the in-memory store")
struct InMemoryStoreTests {
  @Test func theNextCommitsFailAndChangeNothing() async throws {
    let store = InMemoryStore()
    store.failNextCommits(2)
    for _ in 0..<2 {
      await #expect(throws: StoreFailure.self) { try await store.commit(Sample.insert(Sample.room("r"))) }
      #expect(!store.isHealthy)
    }
    #expect(try await store.room(id: "r") == nil)
    #expect(try await store.commit(Sample.insert(Sample.room("r"))).isCommitted)
    #expect(store.isHealthy)
  }

  @Test func aHookPicksTheCommitsThatFail() async throws {
    let store = InMemoryStore()
    store.beforeCommit { $0.events.isEmpty ? nil : StoreFailure("no events today") }
    #expect(try await store.commit(Sample.insert(Sample.room("q"))).isCommitted)
    await #expect(throws: StoreFailure("no events today")) {
      try await store.commit(Sample.insert(Sample.room("r", lastSequence: 1)))
    }
    store.beforeCommit(nil)
    #expect(try await store.commit(Sample.insert(Sample.room("r", lastSequence: 1))).isCommitted)
  }
}
