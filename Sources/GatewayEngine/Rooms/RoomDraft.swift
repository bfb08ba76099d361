import MeetingCore
import RoomReducer
import Store

/// A room about to be created: the row in creation and what the vendor will be asked for.
struct RoomDraft: Sendable {
  let state: RoomState
  let spec: RoomSpec
  /// Who creates it, for the event.
  let by: String
  private let people: [PersonRecord]

  init(
    _ request: CreateRoom, account: ProviderAccount, caller: Caller, people: [PersonRecord], services: Services
  ) {
    let host = Self.host(of: request, caller, services.options)
    var room = Room(
      id: services.identifiers.make("room_"), tenant: caller.tenant, kind: request.kind, provider: account.name,
      providerKind: account.kind, createdAt: services.now, host: host,
      settings: Self.settings(request.settings, kind: request.kind))
    room.externalID = request.externalID
    room.title = request.title
    room.description = request.description
    room.custom = request.custom
    room.startsAt = request.startsAt
    room.joinAheadSeconds = request.joinAheadSeconds
    room.createFingerprint = request.fingerprint
    room.providerOptions = request.providerOptions
    room.version = 1
    var state = RoomState(room: room)
    for member in request.members where member.person.externalID != host || member.role != nil {
      state.members[member.person.externalID] = member.role ?? RoomState.defaultRole(in: request.kind)
    }
    self.state = state
    self.people = people
    by = caller.actor ?? host
    spec = SpecBuilder.spec(state, people: Self.named(people))
  }

  /// The one who is named, else who creates it, else the gateway's own person.
  static func host(of request: CreateRoom, _ caller: Caller, _ options: GatewayOptions) -> String {
    request.host?.externalID ?? caller.actor ?? options.servicePerson
  }

  /// A room whose row is there already: it is asked for again as it was.
  init(again state: RoomState, people: [String: Person], caller: Caller) {
    self.state = state
    self.people = []
    by = caller.actor ?? state.room.host
    spec = SpecBuilder.spec(state, people: people)
  }

  /// The commit that makes the row. A claim is tied to the room, so that an orphaned claim can be settled.
  func commit(_ claim: IdempotencyClaim?) -> StoreCommit {
    var commit = StoreCommit()
    commit.room = .insert(RoomCoding.record(state.room))
    commit.people = people
    commit.members = state.members.sorted { $0.key < $1.key }.map {
      MemberRecord(room: state.room.id, person: $0.key, role: $0.value.rawValue)
    }
    commit.claimResource = claim.map { .init(claim: $0, resource: state.room.id) }
    return commit
  }

  private static func named(_ rows: [PersonRecord]) -> [String: Person] {
    Dictionary(
      rows.map { ($0.externalID, Person(externalID: $0.externalID, name: $0.name, imageURL: $0.imageURL)) },
      uniquingKeysWith: { _, last in last })
  }

  private static func settings(_ input: SettingsInput, kind: RoomKind) -> RoomSettings {
    var settings = RoomSettings(backstage: kind == .audioRoom)
    SettingsMerge.apply(input, to: &settings)
    return settings
  }
}
