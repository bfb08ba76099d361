import MeetingCore
import Store

/// Names and images of people, as the tenant told us: the store's, from memory while nobody changes them. One gateway at a
/// time writes a store, so its own changes are all there are.
struct PeopleDirectory: Sendable {
  let store: any Store
  private let memory = PeopleMemory()

  init(store: any Store) { self.store = store }

  /// Everybody asked for: those never named are there with their id alone. `fresh` rows win over the stored ones.
  func people(_ ids: Set<String>, _ tenant: String, fresh: [PersonRecord] = []) async throws(StoreFailure)
    -> [String: Person]
  {
    guard !ids.isEmpty else { return [:] }
    var result = try await known(ids, tenant)
    for row in fresh where ids.contains(row.externalID) { result[row.externalID] = Self.person(row) }
    return result
  }

  /// The rows to write for people as a caller names them: what is absent keeps what is known.
  func merged(_ inputs: [PersonInput], _ tenant: String) async throws(StoreFailure) -> [PersonRecord] {
    guard !inputs.isEmpty else { return [] }
    let known = try await people(Set(inputs.map(\.externalID)), tenant)
    return inputs.map { input in
      let person = known[input.externalID]
      return PersonRecord(
        tenant: tenant, externalID: input.externalID, name: Self.value(input.name, else: person?.name),
        imageURL: Self.value(input.imageURL, else: person?.imageURL))
    }
  }

  /// Commits what may name people anew. Every commit with people goes through here.
  func commit(_ commit: StoreCommit) async throws(StoreFailure) -> StoreCommitResult {
    let keys = commit.people.map { PeopleMemory.Key(tenant: $0.tenant, externalID: $0.externalID) }
    memory.beginChange(of: keys)
    defer { memory.endChange(of: keys) }
    return try await store.commit(commit)
  }

  private func known(_ ids: Set<String>, _ tenant: String) async throws(StoreFailure) -> [String: Person] {
    let glance = memory.look(for: ids, tenant)
    guard !glance.missing.isEmpty else { return glance.known }
    var found = Dictionary(uniqueKeysWithValues: glance.missing.map { ($0, Person(externalID: $0)) })
    for row in try await store.people(tenant: tenant, externalIDs: glance.missing.sorted()) {
      found[row.externalID] = Self.person(row)
    }
    memory.keep(found, tenant, asOf: glance.change)
    return glance.known.merging(found) { $1 }
  }

  private static func person(_ row: PersonRecord) -> Person {
    Person(externalID: row.externalID, name: row.name, imageURL: row.imageURL)
  }

  private static func value(_ change: PersonInput.Change, else known: String?) -> String? {
    switch change {
    case .keep: known
    case .set(let value): value
    }
  }
}
