import MeetingCore
import Store

/// Names and images of people, as the tenant told us.
struct PeopleLookup: Sendable {
  let store: any Store

  /// Everybody asked for: those never named are there with their id alone. `fresh` rows win over the stored ones.
  func people(_ ids: Set<String>, _ tenant: String, fresh: [PersonRecord] = []) async throws(StoreFailure)
    -> [String: Person]
  {
    guard !ids.isEmpty else { return [:] }
    var result = Dictionary(uniqueKeysWithValues: ids.map { ($0, Person(externalID: $0)) })
    let stored = try await store.people(tenant: tenant, externalIDs: ids.sorted())
    for row in stored + fresh.filter({ ids.contains($0.externalID) }) {
      result[row.externalID] = Person(externalID: row.externalID, name: row.name, imageURL: row.imageURL)
    }
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

  private static func value(_ change: PersonInput.Change, else known: String?) -> String? {
    switch change {
    case .keep: known
    case .set(let value): value
    }
  }
}
