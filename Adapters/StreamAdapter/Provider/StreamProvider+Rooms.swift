import JSONCoding
public import MeetingCore

extension StreamProvider {
  /// Get-or-create under our room id. Users first, since members that do not exist are refused.
  public func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation {
    let address = CallAddress(type: callType(spec.kind), id: spec.key)
    let settings = try CallSettings.override(spec, operation: "GetOrCreateCall")
    try await UserDirectory(provider: self).ensure(people(of: spec), context)
    let body = createBody(spec, settings)
    let answer = try await api.send(
      .init(
        operation: "GetOrCreateCall", method: "POST", path: ["video", "call", address.type, address.id], body: body,
        isCreate: true), context)
    let call = CallReading(json: answer["call"] ?? .null, roles: roles)
    guard let cid = call.address?.cid else {
      throw FailureClassifier.missing("/call/cid", "GetOrCreateCall")
    }
    let existed = answer["created"]?.boolValue == false
    if call.endedAt != nil { throw ProviderFailure(.conflict, executed: .no, operation: "GetOrCreateCall") }
    try await addRemaining(spec, address, context)
    return RoomCreation(
      room: ProviderRoom(key: spec.key, kind: spec.kind, refs: ["call": cid]), existed: existed)
  }

  public func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure)
    -> ProviderRoom?
  {
    let address = CallAddress(type: callType(kind), id: key)
    do throws(ProviderFailure) {
      let answer = try await api.send(.call("GetCall", "GET", address), context)
      let call = CallReading(json: answer["call"] ?? .null, roles: roles)
      guard let cid = call.address?.cid else { throw FailureClassifier.missing("/call/cid", "GetCall") }
      return ProviderRoom(key: key, kind: kind, refs: ["call": cid])
    } catch {
      if error.reason == .notFound { return nil }
      throw error
    }
  }

  /// `mark_ended`. A call that has ended already is where it was meant to be.
  public func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    do { _ = try await api.send(.call("EndCall", "POST", call(room), ["mark_ended"]), context) } catch {
      guard error.reason == .conflict else { throw error }
    }
    return .applied([])
  }

  // MARK: Parts of a create

  var roles: RoleMap { RoleMap(roles: account.roles) }

  func people(of spec: RoomSpec) -> [Person] {
    let others = spec.members.map(\.person).filter { $0.externalID != spec.host.externalID }
    return [spec.host] + others
  }

  /// The service takes 100 members in one request.
  static let chunk = 100

  private func createBody(_ spec: RoomSpec, _ settings: JSON) -> JSON {
    var data = JSONObject()
    data["created_by_id"] = .string(UserID.encode(spec.host.externalID))
    data["custom"] = CallCustom.custom(spec)
    data["settings_override"] = settings
    data["members"] = .array(members(of: spec).prefix(Self.chunk).map { $0 })
    data["starts_at"] = spec.startsAt.map { .string(WireTime.text($0)) }
    data["team"] = CallSettings.options(spec)["team"]
    return ["data": .object(data)]
  }

  /// The host is a member as well; others only where their role is told by a membership.
  private func members(of spec: RoomSpec) -> [JSON] {
    let host = RoomSpec.SpecMember(person: spec.host, role: .host)
    let others = spec.members.filter { $0.person.externalID != spec.host.externalID }
    return ([host] + others).map(member)
  }

  func member(_ member: RoomSpec.SpecMember) -> JSON {
    var object = JSONObject()
    object["user_id"] = .string(UserID.encode(member.person.externalID))
    object["role"] = roles.member(member.role).map(JSON.string)
    return .object(object)
  }

  private func addRemaining(_ spec: RoomSpec, _ address: CallAddress, _ context: CallContext)
    async throws(ProviderFailure)
  {
    let rest = Array(members(of: spec).dropFirst(Self.chunk))
    for start in stride(from: 0, to: rest.count, by: Self.chunk) {
      let part = Array(rest[start..<min(start + Self.chunk, rest.count)])
      _ = try await api.send(
        .call("UpdateCallMembers", "POST", address, ["members"], body: ["update_members": .array(part)]), context)
    }
  }
}
