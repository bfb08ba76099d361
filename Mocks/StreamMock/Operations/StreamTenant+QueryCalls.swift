import JSONCoding
import MockKit

extension StreamTenant {
  private static let sorts: Set<String> = ["starts_at", "created_at", "updated_at", "ended_at", "type", "id", "cid"]

  /// The newest first unless sorted; a person sees the calls they may read.
  func queryCalls(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    if let id = input.caller.userID, users[id] == nil { throw .missing("the user \(id) does not exist") }
    let query = try StreamQuery(input.body, fields: StreamQueryFields.calls, sorts: Self.sorts)
    let readable = calls.values.filter { canRead($0, input.caller) }.sorted { $0.order > $1.order }
    let page = try query.page(readable.map { ($0, record($0)) })
    return page.document("calls") { .object(stateDocument($0, input)) }
  }

  private func canRead(_ call: StreamCall, _ caller: StreamCaller) -> Bool {
    (try? require("read-call", of: caller, in: call, type: call.type, cid: call.cid)) != nil
  }

  private func record(_ call: StreamCall) -> JSONObject {
    [
      "id": .string(call.id), "cid": .string(call.cid), "type": .string(call.type), "team": .text(call.team),
      "created_by_user_id": .string(call.creatorID), "parent_call_cid": .null, "created_at": .integer(call.createdAt),
      "updated_at": .integer(call.updatedAt), "starts_at": call.startsAt.map(JSON.integer) ?? .null,
      "ended_at": call.endedAt.map(JSON.integer) ?? .null, "backstage": .bool(call.backstage),
      "ongoing": .bool(call.running != nil), "members": .strings(call.members.map(\.userID)),
      "custom": .object(call.custom),
    ]
  }
}
