import AdapterKit
import JSONCoding
public import MeetingCore

extension StreamProvider {
  /// Get-or-create under our room id. Users first, since members that do not exist are refused.
  public func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation {
    let operation = "GetOrCreateCall"
    let address = try address(spec.key, spec.kind, operation)
    let members = try memberRequests(of: spec, operation)
    let data = try createData(spec, Array(members.prefix(Self.chunk)), operation)
    let service = UserID.decode(account.serviceUser).map { [Person(externalID: $0)] } ?? []
    let people = [spec.host] + spec.members.map(\.person) + service
    do { try await UserDirectory(provider: self).ensure(people, context) } catch { throw error.beforeExecution }
    let answer = try await api.send(.getOrCreate(address, data), context)
    let existed = answer["created"]?.boolValue == false
    let call = CallReading(answer["call"])
    try require(call, isFor: spec, existed: existed, operation)
    do { try await finish(spec, call, address, members, existed: existed, context) } catch {
      throw error.afterExecution
    }
    let facts = call.stage.map { [fact(.roomObserved(stage: $0, endedAt: nil, endedBy: nil, reason: nil))] } ?? []
    return RoomCreation(room: room(spec.key, spec.kind, call, address), existed: existed, facts: facts)
  }

  public func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure)
    -> ProviderRoom?
  {
    let address = try address(key, kind, "GetCall")
    do throws(ProviderFailure) {
      return room(key, kind, try await read(address, context), address)
    } catch {
      if error.reason == .notFound { return nil }
      throw error
    }
  }

  /// `mark_ended`. A call that has ended already is where it was meant to be.
  public func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    let address = try address(room, "EndCall")
    do throws(ProviderFailure) {
      try await api.send(.call("EndCall", "POST", address, ["mark_ended"]), context)
    } catch {
      guard error.reason == .conflict, try await read(address, context).endedAt != nil else { throw error }
    }
    return .applied([])
  }

  /// The call as the service has it now.
  func read(_ address: CallAddress, _ context: CallContext) async throws(ProviderFailure) -> CallReading {
    let call = CallReading(try await api.send(.get(address), context)["call"])
    guard call.address != nil else { throw FailureClassifier.missing("/call/cid", "GetCall") }
    return call
  }

  private func room(_ key: String, _ kind: RoomKind, _ call: CallReading, _ address: CallAddress) -> ProviderRoom {
    ProviderRoom(key: key, kind: kind, refs: ["call": (call.address ?? address).cid])
  }

  // MARK: Parts of a create

  private func createData(_ spec: RoomSpec, _ members: [JSON], _ operation: String) throws(ProviderFailure) -> JSON {
    let options = try RoomOptions(spec, operation: operation)
    let settings = try CallSettings(spec, options, operation: operation)
    var data = JSONObject()
    data["created_by_id"] = .string(try user(spec.host.externalID, operation))
    data["custom"] = CallCustom.custom(spec)
    data["settings_override"] = .object(settings.blocks)
    data["members"] = .array(members)
    data["starts_at"] = spec.startsAt.map { .string(WireTime.text($0)) }
    data["team"] = options.team.map(JSON.string)
    return .object(data)
  }

  /// The host first, then the others.
  private func memberRequests(of spec: RoomSpec, _ operation: String) throws(ProviderFailure) -> [JSON] {
    let host = RoomSpec.SpecMember(person: spec.host, role: .host)
    return try memberRequests(
      [host] + spec.members.filter { $0.person.externalID != spec.host.externalID },
      spec.kind, operation)
  }

  func memberRequests(_ members: [RoomSpec.SpecMember], _ kind: RoomKind, _ operation: String)
    throws(ProviderFailure) -> [JSON]
  {
    let roles = account.roleMap(kind)
    var requests: [JSON] = []
    for member in members { requests.append(roles.request(try user(member.person.externalID, operation), member.role)) }
    return requests
  }

  /// A call that was there already must be ours and still usable. An ended id is never used again.
  private func require(_ call: CallReading, isFor spec: RoomSpec, existed: Bool, _ operation: String)
    throws(ProviderFailure)
  {
    guard call.address != nil else { throw FailureClassifier.missing("/call/cid", operation) }
    guard existed else { return }
    let host = try user(spec.host.externalID, operation)
    let isForeign = call.creator.map { $0 != host } ?? false
    if call.endedAt != nil || isForeign { throw ProviderFailure(.conflict, executed: .no, operation: operation) }
  }

  /// What the create itself did not do: members beyond the first hundred; in a call that was there already, whose data the
  /// service has ignored, everything that differs.
  private func finish(
    _ spec: RoomSpec, _ call: CallReading, _ address: CallAddress, _ members: [JSON], existed: Bool,
    _ context: CallContext
  ) async throws(ProviderFailure) {
    if existed, let body = try CallPatch.body(spec, over: call) {
      try await api.send(.call("UpdateCall", "PATCH", address, body: body), context)
    }
    let rest = existed ? members : Array(members.dropFirst(Self.chunk))
    for part in rest.chunks(of: Self.chunk) { try await api.setMembers(part, of: address, context) }
  }
}
