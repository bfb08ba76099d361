import JSONCoding
import MeetingCore

/// Users of the service must exist before they are members or join, and writing one replaces it: so the missing are made,
/// and of the rest only name and image are changed, where they are given and differ.
struct UserDirectory: Sendable {
  let provider: StreamProvider

  func ensure(_ people: [Person], _ context: CallContext) async throws(ProviderFailure) {
    var users: [(id: String, person: Person)] = []
    var seen: Set<String> = []
    for person in people {
      let id = try provider.user(person.externalID, "UpdateUsers")
      if seen.insert(id).inserted { users.append((id, person)) }
    }
    for part in users.chunks(of: StreamProvider.chunk) { try await ensureChunk(part, context) }
  }

  private func ensureChunk(_ users: [(id: String, person: Person)], _ context: CallContext)
    async throws(ProviderFailure)
  {
    let known = try await query(users.map(\.id), context)
    var missing = JSONObject()
    for user in users where known[user.id] == nil { missing[user.id] = Self.made(user.id, user.person) }
    if !missing.isEmpty {
      try await provider.api.send(.users("UpdateUsers", "POST", .object(missing)), context)
    }
    let changes = users.compactMap { user in known[user.id].flatMap { Self.change(user.id, user.person, $0) } }
    if !changes.isEmpty {
      try await provider.api.send(.users("UpdateUsersPartial", "PATCH", .array(changes)), context)
    }
  }

  private func query(_ ids: [String], _ context: CallContext) async throws(ProviderFailure) -> [String: JSON] {
    let answer = try await provider.api.send(.queryUsers(ids), context)
    guard let rows = answer["users"]?.arrayValue else { throw FailureClassifier.missing("/users", "QueryUsers") }
    var known: [String: JSON] = [:]
    for user in rows { if let id = user["id"]?.stringValue { known[id] = user } }
    return known
  }

  private static func made(_ id: String, _ person: Person) -> JSON {
    var user = JSONObject()
    user["id"] = .string(id)
    user["name"] = person.name.map(JSON.string)
    user["image"] = person.imageURL.map(JSON.string)
    return .object(user)
  }

  private static func change(_ id: String, _ person: Person, _ known: JSON) -> JSON? {
    var set = JSONObject()
    if let name = person.name, !same(known["name"], name) { set["name"] = .string(name) }
    if let image = person.imageURL, !same(known["image"], image) { set["image"] = .string(image) }
    return set.isEmpty ? nil : ["id": .string(id), "set": .object(set)]
  }

  private static func same(_ known: JSON?, _ text: String) -> Bool {
    known?.stringValue?.utf8.elementsEqual(text.utf8) ?? false
  }
}
