import JSONCoding
import MockKit

extension StreamTenant {
  enum MemberChange: Equatable { case added, updated, roleChanged }

  mutating func updateMembers(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    var call = try call(input, requiring: "update-call-member")
    let updates = input["update_members"]?.arrayValue ?? []
    let removals = Set(input.strings("remove_members"))
    if !removals.isEmpty { _ = try self.call(input, requiring: "remove-call-member") }
    try checkMembersExist(updates) { "the provided users [\($0)] don't exist" }
    var changes: [(id: String, change: MemberChange)] = []
    for update in updates { changes.append(try put(update, into: &call, at: input.now)) }
    if changes.contains(where: { $0.change == .roleChanged }) {
      _ = try self.call(input, requiring: "update-call-member-role")
    }
    let removed = call.members.map(\.userID).filter(removals.contains)
    call.members.removeAll { removals.contains($0.userID) }
    call.updatedAt = input.now
    calls[call.cid] = call
    regrant(call.cid)
    announce(changes, removed: removed, call, at: input.now)
    let changed = call.members.filter { member in changes.contains { $0.id == member.userID } }
    return ["members": documents(changed, input.view, limit: 100)]
  }

  private mutating func announce(
    _ changes: [(id: String, change: MemberChange)], removed: [String], _ call: StreamCall, at now: Int64
  ) {
    func members(_ wanted: MemberChange) -> [StreamMember] {
      changes.filter { $0.change == wanted }.compactMap { call.member($0.id) }
    }
    for (change, type) in [(MemberChange.added, "call.member_added"), (.updated, "call.member_updated")] {
      let members = members(change)
      if !members.isEmpty { emitCall(type, call, at: now, ["members": documents(members, .hook, limit: 100)]) }
    }
    let promoted = members(.roleChanged)
    if !promoted.isEmpty {
      emitCall(
        "call.member_updated_permission", call, at: now,
        ["members": documents(promoted, .hook, limit: 100), "capabilities_by_role": capabilitiesByRole(call)])
    }
    if !removed.isEmpty { emitCall("call.member_removed", call, at: now, ["members": .strings(removed)]) }
  }

  /// Adds or changes one member.
  mutating func put(
    _ request: JSON, into call: inout StreamCall, at now: Int64
  ) throws(StreamRefusal) -> (id: String, change: MemberChange) {
    let id = request["user_id"]?.stringValue ?? ""
    try checkSize(request["custom"])
    let role = request["role"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    guard let index = call.members.firstIndex(where: { $0.userID == id }) else {
      call.members.append(
        StreamMember(
          userID: id, role: role ?? options.memberDefaultRole, custom: request["custom"]?.objectValue ?? [:],
          createdAt: now, updatedAt: now))
      return (id, .added)
    }
    let promoted = role != nil && role != call.members[index].role
    if let role { call.members[index].role = role }
    if let custom = request["custom"]?.objectValue { call.members[index].custom = custom }
    call.members[index].updatedAt = now
    return (id, promoted ? .roleChanged : .updated)
  }

  func checkMembersExist(_ members: [JSON], _ cause: (String) -> String) throws(StreamRefusal) {
    let missing = members.compactMap { $0["user_id"]?.stringValue }.filter { users[$0] == nil }
    guard missing.isEmpty else { throw .input(cause(missing.joined(separator: ", "))) }
  }

  func queryMembers(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let (type, id) = (input.string("type") ?? "", input.string("id") ?? "")
    _ = try callType(type)
    let call = try call("\(type):\(id)")
    try require("read-call", of: input.caller, in: call, type: type, cid: call.cid)
    let records = call.members.reversed().map { ($0, self.record($0, call)) }
    let page = try StreamQuery(input.body, fields: StreamQueryFields.members, sorts: ["user_id", "created_at"])
      .page(records)
    return page.document("members") { document($0, input.view) }
  }

  private func record(_ member: StreamMember, _ call: StreamCall) -> JSONObject {
    [
      "user_id": .string(member.userID), "role": .string(member.role), "call_cid": .string(call.cid),
      "custom": .object(member.custom), "created_at": .integer(member.createdAt),
      "updated_at": .integer(member.updatedAt),
    ]
  }
}
