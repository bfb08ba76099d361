import JSONCoding
public import MeetingCore

extension StreamProvider: Updating, MemberEditing {
  /// `custom` is replaced as a whole by the service, so it is sent whole.
  public func update(_ room: ProviderRoom, to spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    var body = JSONObject()
    body["custom"] = CallCustom.custom(spec)
    body["settings_override"] = try CallSettings.override(spec, operation: "UpdateCall")
    body["starts_at"] = spec.startsAt.map { .string(WireTime.text($0)) }
    _ = try await api.send(.call("UpdateCall", "PATCH", call(room), body: .object(body)), context)
    return .applied([])
  }

  public func setMembers(_ members: [RoomSpec.SpecMember], in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try await UserDirectory(provider: self).ensure(members.map(\.person), context)
    for start in stride(from: 0, to: members.count, by: Self.chunk) {
      let part = members[start..<min(start + Self.chunk, members.count)].map(member)
      _ = try await api.send(
        .call("UpdateCallMembers", "POST", call(room), ["members"], body: ["update_members": .array(part)]), context)
    }
    return .applied([])
  }

  public func removeMembers(_ people: [String], from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    for start in stride(from: 0, to: people.count, by: Self.chunk) {
      let part = people[start..<min(start + Self.chunk, people.count)].map { JSON.string(UserID.encode($0)) }
      _ = try await api.send(
        .call("UpdateCallMembers", "POST", call(room), ["members"], body: ["remove_members": .array(part)]), context)
    }
    return .applied([])
  }
}
