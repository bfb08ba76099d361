import HTTPTypes
import Cryptography
import JSONCoding
import MockKit

extension StreamTenant {
  /// What one request may bring.
  private static let most = 100

  /// Each user is replaced whole: what is not sent is lost.
  mutating func upsertUsers(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let pairs = input["users"]?.objectValue?.pairs ?? []
    guard (1...Self.most).contains(pairs.count) else { throw .input("users must have 1 to \(Self.most) entries") }
    try requireSelf(input, pairs.map(\.key))
    for (key, value) in pairs where value["id"]?.stringValue != key {
      throw .input("user id \(key) does not match its key", fields: ["users.\(key).id": "must equal its key"])
    }
    var answer = JSONObject()
    for (key, value) in pairs {
      let user = try upsert(value.objectValue ?? [:], at: input.now)
      answer[key] = fullDocument(user, input.view)
    }
    regrantAll()
    return ["users": .object(answer), "membership_deletion_task_id": ""]
  }

  mutating func upsert(_ request: JSONObject, at now: Int64) throws(StreamRefusal) -> StreamUser {
    let id = request["id"]?.stringValue ?? ""
    guard id != StreamAuthenticator.anonymousID else { throw .input("the user id \(id) is reserved") }
    try checkSize(request["custom"])
    let old = users[id]
    var user = StreamUser(id: id, createdAt: old?.createdAt ?? now, updatedAt: now, order: old?.order ?? nextOrder())
    user.name = request["name"]?.stringValue
    user.image = request["image"]?.stringValue
    user.role = request["role"]?.stringValue ?? old?.role ?? "user"
    user.custom = request["custom"]?.objectValue ?? [:]
    user.language = request["language"]?.stringValue ?? ""
    user.teams = request["teams"]?.arrayValue?.compactMap(\.stringValue) ?? []
    user.invisible = request["invisible"]?.boolValue ?? false
    users[id] = user
    if let old, old.shows(otherThan: user) { tellUpdated(id) }
    return user
  }

  mutating func patchUsers(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let patches = input["users"]?.arrayValue ?? []
    try requireSelf(input, patches.compactMap { $0["id"]?.stringValue })
    for patch in patches {
      let id = patch["id"]?.stringValue ?? ""
      guard users[id] != nil else { throw .missing("the user \(id) does not exist") }
    }
    var answer = JSONObject()
    for patch in patches {
      let user = try patched(patch, input)
      let old = users[user.id]
      users[user.id] = user
      if let old, old.shows(otherThan: user) { tellUpdated(user.id) }
      answer[user.id] = fullDocument(user, input.view)
    }
    regrantAll()
    return ["users": .object(answer), "membership_deletion_task_id": ""]
  }

  private func patched(_ patch: JSON, _ input: StreamInput) throws(StreamRefusal) -> StreamUser {
    var user = users[patch["id"]?.stringValue ?? ""]!
    for (key, value) in patch["set"]?.objectValue?.pairs ?? [] { try Self.set(key, value, on: &user, input.caller) }
    for key in patch["unset"]?.arrayValue?.compactMap(\.stringValue) ?? [] {
      try Self.set(key, .null, on: &user, input.caller)
    }
    try checkSize(.object(user.custom))
    user.updatedAt = input.now
    return user
  }

  /// Members that are not the user's own are its custom data.
  private static func set(
    _ key: String, _ value: JSON, on user: inout StreamUser, _ caller: StreamCaller
  ) throws(StreamRefusal) {
    switch key {
    case "id", "created_at", "updated_at": throw .input("\(key) cannot be changed", fields: [key: "is reserved"])
    case "role", "teams":
      guard caller.isServer else { throw .forbidden("\(key) can only be changed with a server token") }
      if key == "role" { user.role = value.stringValue ?? "user" }
      if key == "teams" { user.teams = value.arrayValue?.compactMap(\.stringValue) ?? [] }
    case "name": user.name = value.stringValue
    case "image": user.image = value.stringValue
    case "language": user.language = value.stringValue ?? ""
    case "invisible": user.invisible = value.boolValue ?? false
    case "custom": user.custom = value.objectValue ?? [:]
    case _ where value.isNull: user.custom[key] = Optional.none
    default: user.custom[key] = value
    }
  }

  /// A person may only write about themselves.
  private func requireSelf(_ input: StreamInput, _ ids: [String]) throws(StreamRefusal) {
    guard !input.caller.isServer else { return }
    guard let own = input.caller.userID, ids.allSatisfy({ $0 == own }) else {
      throw .forbidden("only a server token may write other users")
    }
  }

  func queryUsers(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    guard let text = input.query["payload"],
      case .object(let payload)? = try? JSON.parse(Array(text.utf8), mode: .strict)
    else { throw .input("payload must be a JSON object", fields: ["payload": "is a required field"]) }
    try StreamBody.check(payload, StreamShapes.queryUsers, input.caller, options)
    let query = try StreamQuery(
      payload, fields: StreamQueryFields.users,
      sorts: ["id", "name", "created_at", "updated_at", "last_active", "role"],
      defaultLimit: 30, offset: payload["offset"]?.integerValue.map(Int.init) ?? 0)
    let records = users.values.sorted { $0.order > $1.order }.map { ($0, record($0)) }
    let page = try query.page(records)
    return ["users": .array(page.items.map { fullDocument($0, input.view) })]
  }

  private func record(_ user: StreamUser) -> JSONObject {
    [
      "id": .string(user.id), "name": .text(user.name), "username": .null, "role": .string(user.role),
      "banned": false, "teams": .strings(user.teams), "language": .string(user.language),
      "custom": .object(user.custom),
      "created_at": .integer(user.createdAt), "updated_at": .integer(user.updatedAt), "last_active": .null,
    ]
  }

  mutating func createGuest(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    guard !app.guestsDisabled else { throw .forbidden("guest users are disabled for this app") }
    let request = input["user"]?.objectValue ?? [:]
    let wanted = request["id"]?.stringValue ?? ""
    guard wanted != StreamAuthenticator.anonymousID else { throw .input("the user id \(wanted) is reserved") }
    try checkSize(request["custom"])
    let id = "guest-\(identifiers.uuid())-\(wanted)"
    var user = StreamUser(id: id, createdAt: input.now, updatedAt: input.now, order: nextOrder())
    user.role = "guest"
    user.name = request["name"]?.stringValue
    user.image = request["image"]?.stringValue
    user.custom = request["custom"]?.objectValue ?? [:]
    users[id] = user
    let token: String
    do throws(JWTError) {
      token = try JWT.sign(claims: ["user_id": .string(id)], secret: account.apiSecret)
    } catch {
      throw StreamRefusal(code: -1, status: 500, cause: "internal error")
    }
    return ["user": userDocument(id, input.view), "access_token": .string(token)]
  }
}
