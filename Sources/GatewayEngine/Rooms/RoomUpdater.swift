import JSONCoding
import MeetingCore
import RoomReducer
import Store

/// Changes a room's descriptive fields: at the vendor first, then in the store.
struct RoomUpdater: Sendable {
  static let customLimit = 5_120

  let services: Services

  func update(_ id: String, _ request: UpdateRoom, _ caller: Caller) async throws(GatewayError) -> RoomView {
    let state = try await services.controllable(id, caller)
    try requireSupport(request.settings, state.room)
    let patch = try patched(state.room, request)
    let wanted = applied(patch, state)
    if patch != RoomPatch(of: state.room) { try await tellVendor(wanted, caller) }
    let by = RoleRules.by(caller, in: state)
    let committed = try await services.commit(RoomSubmission([.intent(.updated(patch, by: by))]), to: id)
    return try await RoomReader(services: services).view(committed.state)
  }

  private func requireSupport(_ settings: SettingsInput, _ room: Room) throws(GatewayError) {
    if settings.recordAutomatically == true { _ = try services.offered(.recording, room) }
    let issues = SettingsSupport.issues(of: settings, in: room, with: try services.offering(of: room))
    guard let first = issues.first else { return }
    throw .unsupported("\(room.provider) does not keep \(first.pointer) as it is wanted", nil, room).with {
      $0.issues = issues
    }
  }

  private func tellVendor(_ state: RoomState, _ caller: Caller) async throws(GatewayError) {
    let room = state.room
    let account = try services.account(of: room)
    guard let updating = try services.offering(of: room).port(.updating) else { return }
    let people = try await services.stored { () throws(StoreFailure) in
      try await services.people.people(Set(state.members.keys).union([room.host]), room.tenant)
    }
    let spec = SpecBuilder.spec(state, people: people)
    let context = services.context(caller, actor: caller.actor)
    do {
      _ = try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await updating.update(services.providerRoom(room), to: spec, context)
      }
    } catch { throw services.error(error, room) }
  }

  private func applied(_ patch: RoomPatch, _ state: RoomState) -> RoomState {
    var wanted = state
    wanted.room.title = patch.title
    wanted.room.description = patch.description
    wanted.room.custom = patch.custom
    wanted.room.settings = patch.settings
    wanted.room.startsAt = patch.startsAt
    return wanted
  }

  private func patched(_ room: Room, _ request: UpdateRoom) throws(GatewayError) -> RoomPatch {
    var patch = RoomPatch(of: room)
    if case .set(let title) = request.title { patch.title = title }
    if case .set(let description) = request.description { patch.description = description }
    if case .set(let startsAt) = request.startsAt { patch.startsAt = startsAt }
    SettingsMerge.apply(request.settings, to: &patch.settings)
    if let change = request.customPatch { patch.custom = try merged(room.custom, change) }
    return patch
  }

  private func merged(_ custom: JSONText, _ change: JSONText) throws(GatewayError) -> JSONText {
    guard let old = try? JSON.parse(Array(custom.text.utf8), mode: .strict),
      let new = try? JSON.parse(Array(change.text.utf8), mode: .strict)
    else { throw GatewayError(.invalidRequest, "custom cannot be read") }
    let text = MergePatch.apply(new, to: old).text()
    guard text.utf8.count <= Self.customLimit else {
      throw GatewayError(.invalidRequest, "custom is too large once merged").with {
        $0.issues = [
          FieldIssue(pointer: "/custom", code: "too_long", message: "is at most \(Self.customLimit) bytes once merged")
        ]
      }
    }
    return JSONText(text)
  }
}
