import JSONCoding
import MeetingCore

/// Users of the service must exist before they are members or join, and writing one replaces it: so the missing are made,
/// and of the rest only name and image are changed, where they differ.
struct UserDirectory: Sendable {
  let provider: StreamProvider

  func ensure(_ people: [Person], _ context: CallContext) async throws(ProviderFailure) {
    for start in stride(from: 0, to: people.count, by: StreamProvider.chunk) {
      try await ensureChunk(Array(people[start..<min(start + StreamProvider.chunk, people.count)]), context)
    }
  }

  private func ensureChunk(_ people: [Person], _ context: CallContext) async throws(ProviderFailure) {
    let known = try await query(people.map { UserID.encode($0.externalID) }, context)
    let missing = people.filter { known[UserID.encode($0.externalID)] == nil }
    if !missing.isEmpty { try await create(missing, context) }
    let changes = people.compactMap { person in known[UserID.encode(person.externalID)].flatMap { change(person, $0) } }
    if !changes.isEmpty {
      _ = try await provider.api.send(
        .init(operation: "UpdateUsersPartial", method: "PATCH", path: ["users"], body: ["users": .array(changes)]),
        context)
    }
  }

  private func query(_ ids: [String], _ context: CallContext) async throws(ProviderFailure) -> [String: JSON] {
    let payload: JSON = [
      "filter_conditions": ["id": ["$in": .array(ids.map(JSON.string))]], "limit": .integer(Int64(ids.count)),
    ]
    let answer = try await provider.api.send(
      .init(operation: "QueryUsers", method: "GET", path: ["users"], query: [("payload", payload.text())]), context)
    var known: [String: JSON] = [:]
    for user in answer["users"]?.arrayValue ?? [] { if let id = user["id"]?.stringValue { known[id] = user } }
    return known
  }

  private func create(_ people: [Person], _ context: CallContext) async throws(ProviderFailure) {
    var users = JSONObject()
    for person in people {
      var user = JSONObject()
      user["id"] = .string(UserID.encode(person.externalID))
      user["name"] = person.name.map(JSON.string)
      user["image"] = person.imageURL.map(JSON.string)
      users[UserID.encode(person.externalID)] = .object(user)
    }
    _ = try await provider.api.send(
      .init(operation: "UpdateUsers", method: "POST", path: ["users"], body: ["users": .object(users)]), context)
  }

  private func change(_ person: Person, _ known: JSON) -> JSON? {
    var set = JSONObject()
    if let name = person.name, !same(known["name"], name) { set["name"] = .string(name) }
    if let image = person.imageURL, !same(known["image"], image) { set["image"] = .string(image) }
    return set.isEmpty ? nil : ["id": .string(UserID.encode(person.externalID)), "set": .object(set)]
  }

  private func same(_ known: JSON?, _ text: String) -> Bool {
    known?.stringValue?.utf8.elementsEqual(text.utf8) ?? false
  }
}
