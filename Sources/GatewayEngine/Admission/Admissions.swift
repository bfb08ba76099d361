import Cryptography
import MeetingCore
import RoomReducer
import Store

/// Mints what lets people in: join tokens for the vendor's SDK, client tokens for our API.
struct Admissions: Sendable {
  let services: Services
  let clientTokens: ClientTokens

  // MARK: Client tokens

  func clientToken(_ id: String, _ request: TokenRequest, _ caller: Caller) async throws(GatewayError) -> ClientGrant {
    let state = try await services.room(id, caller)
    guard case .key(let key) = caller.principal, let person = request.person else {
      throw GatewayError(.forbidden, "client tokens are given to keys, for a person")
    }
    try RoleRules.requireControl(caller, in: state, now: services.now)
    guard state.room.phase != .ended else { throw GatewayError(.roomEnded, "the room has ended") }
    try RoleRules.requireAdmitted(person.externalID, in: state, now: services.now)
    if let role = request.role {
      try RoleRules.requireAssignable(role, to: person.externalID, caller, in: state, at: "/role")
    }
    let role = request.role ?? state.role(of: person.externalID)
    let named = try await remember(person, request.role, state)
    let principal = ClientPrincipal(
      tenant: caller.tenant, room: id, person: person.externalID, role: role,
      expiresAt: services.now.advanced(bySeconds: Int64(request.ttlSeconds)), keyID: key.id)
    return ClientGrant(
      token: clientTokens.mint(principal), expiresAt: principal.expiresAt, room: id, person: named, role: role)
  }

  // MARK: Join tokens

  func joinToken(_ id: String, _ request: TokenRequest, _ caller: Caller) async throws(GatewayError) -> JoinGrant {
    let state = try await services.room(id, caller)
    let wish = try wish(request, caller, state)
    try admit(wish, state)
    if let agent = state.agent(of: wish.person?.externalID) { throw AgentControls.alreadyRunning(agent) }
    try requireClient(request.clientKinds, state.room)
    let offering = try offering(wish, state.room)
    let known = try await remembered(wish, state)
    let admission = Admission(
      person: known, role: wish.role, issuedAt: services.now,
      expiresAt: services.now.advanced(bySeconds: Int64(request.ttlSeconds)),
      permissions: permissions(of: wish, state))
    let credentials = try await credentials(admission, offering, state.room, caller)
    try await stillOpen(wish, id)
    return JoinGrant(
      provider: state.room.provider, providerKind: state.room.providerKind, role: wish.role, credentials: credentials)
  }

  /// Whom to let in, and as what. A client token speaks for its own person and role only; so does somebody acting by
  /// `On-Behalf-Of` who does not run the room.
  private struct Wish {
    var person: PersonInput?
    var role: ParticipantRole
    /// The role was asked for and is to be remembered.
    var isExplicit: Bool
  }

  private func wish(_ request: TokenRequest, _ caller: Caller, _ state: RoomState) throws(GatewayError) -> Wish {
    if case .client(let client) = caller.principal {
      let role = state.role(of: client.person)
      guard request.person == nil || request.person?.externalID == client.person,
        request.role == nil || request.role == role
      else { throw GatewayError(.forbidden, "a client token gives join tokens for its own person and role only") }
      return Wish(person: PersonInput(externalID: client.person), role: role, isExplicit: false)
    }
    if let actor = RoleRules.actor(caller, in: state), !actor.role.runsTheRoom {
      guard request.person?.externalID == actor.person, request.role == nil || request.role == actor.role else {
        throw GatewayError(.forbidden, "the role \(actor.role.rawValue) gets join tokens for itself only")
      }
    }
    let person = request.person?.externalID
    if let role = request.role, let person {
      try RoleRules.requireAssignable(role, to: person, caller, in: state, at: "/role")
    } else if let role = request.role, role != state.role(of: nil) {
      throw GatewayError(.invalidRequest, "whoever comes as nobody in particular listens").with {
        $0.issues = [FieldIssue(pointer: "/role", code: "not_allowed", message: "needs a person")]
      }
    }
    let role = request.role ?? state.role(of: person)
    return Wish(person: request.person, role: role, isExplicit: request.role != nil)
  }

  /// A role that is new to somebody brings what belongs to it.
  private func permissions(of wish: Wish, _ state: RoomState) -> Set<Permission>? {
    guard let person = wish.person?.externalID else { return nil }
    if wish.isExplicit, wish.role != state.role(of: person) { return nil }
    return state.permissions(of: person, as: wish.role)
  }

  private func admit(_ wish: Wish, _ state: RoomState) throws(GatewayError) {
    let refusal = AdmissionRules.refusal(
      of: wish.person?.externalID, role: wish.role, in: state, now: services.now,
      rules: services.registry.rules(of: state.room))
    if let refusal { throw Self.refused(refusal, state.room) }
  }

  static func refused(_ refusal: ErrorCode, _ room: Room) -> GatewayError {
    GatewayError(refusal, explanation(refusal)).with {
      if refusal == .roomInBackstage { $0.opensAt = AdmissionRules.opensAt(room) }
    }
  }

  static func explanation(_ refusal: ErrorCode) -> String {
    switch refusal {
    case .roomEnded: "the room has ended"
    case .banned: "this person is banned from the room"
    case .roomLocked: "the room is locked: nobody new comes in"
    case .notAMember: "only members may come in"
    case .roomInBackstage: "the room is in backstage: its audience comes in when it goes live"
    case .roomFull: "the room is full"
    default: "not admitted"
    }
  }

  private func requireClient(_ kinds: [String], _ room: Room) throws(GatewayError) {
    guard !kinds.isEmpty, !kinds.contains(room.providerKind) else { return }
    throw GatewayError(.clientCannotJoin, "the client does not carry the SDK of the room's provider").with {
      $0.requiredKind = room.providerKind
      $0.provider = room.provider
      $0.providerKind = room.providerKind
    }
  }

  private func offering(_ wish: Wish, _ room: Room) throws(GatewayError) -> Offering {
    let offering = try services.offering(of: room)
    if wish.person == nil, offering.cells[.anonymous] == nil || offering.handle(.whip) != nil {
      throw services.unsupported(.anonymous, room)
    }
    return offering
  }

  private func credentials(_ admission: Admission, _ offering: Offering, _ room: Room, _ caller: Caller)
    async throws(GatewayError) -> JoinCredentials
  {
    if let hosting = offering.handle(.whip), let person = admission.person {
      return try await callCredentials(admission, person, hosting, room, caller)
    }
    guard let joining = offering.port(.joining) else { throw services.unsupported(nil, room) }
    return try await services.ask(room, caller) { (provided, context) throws(ProviderFailure) in
      try await joining.credentials(for: admission, to: provided, context)
    }
  }

  /// The way into a call is the gateway's: a token of its own, and with what the caller looks for a way to the vendor.
  private func callCredentials(
    _ admission: Admission, _ person: Person, _ hosting: any CallHosting, _ room: Room, _ caller: Caller
  ) async throws(GatewayError) -> JoinCredentials {
    let servers = try await services.ask(room, caller) { (provided, context) throws(ProviderFailure) in
      try await hosting.iceServers(for: person, in: provided, context)
    }
    let token = clientTokens.mint(
      ClientPrincipal(
        tenant: room.tenant, room: room.id, person: person.externalID, role: admission.role,
        expiresAt: admission.expiresAt, keyID: caller.keyID))
    return JoinCredentials(
      token: token.revealed, expiresAt: admission.expiresAt,
      permissions: admission.effective(in: room.kind).map(\.rawValue), sdkPackages: [:],
      connect: CallDoor.connect(
        room.providerKind, room: room.id, publicURL: services.options.publicURL, servers))
  }

  /// A token that loses against an end or a ban is not given out.
  private func stillOpen(_ wish: Wish, _ id: String) async throws(GatewayError) {
    guard let now = try await services.anyRoom(id), now.room.phase != .ended else {
      throw GatewayError(.roomEnded, "the room has ended")
    }
    if let person = wish.person?.externalID { try RoleRules.requireAdmitted(person, in: now, now: services.now) }
    if let agent = now.agent(of: wish.person?.externalID) { throw AgentControls.alreadyRunning(agent) }
  }

  private func remembered(_ wish: Wish, _ state: RoomState) async throws(GatewayError) -> Person? {
    guard let person = wish.person else { return nil }
    return try await remember(person, wish.isExplicit ? wish.role : nil, state)
  }

  /// Writes down what was told of the person, and a role given explicitly: it holds from now on. Nothing is written when
  /// nothing is new.
  private func remember(_ input: PersonInput, _ role: ParticipantRole?, _ state: RoomState) async throws(GatewayError)
    -> Person
  {
    let tenant = state.room.tenant
    let rows = try await services.stored { () throws(StoreFailure) in
      try await services.people.merged([input], tenant)
    }
    let isNamed = input.isNamed
    let given = role.flatMap { $0 == state.role(of: input.externalID) ? nil : $0 }
    if isNamed || given != nil {
      var submission = RoomSubmission(given.map { [.intent(.memberSet(person: input.externalID, role: $0))] } ?? [])
      submission.people = isNamed ? rows : []
      _ = try await services.commit(submission, to: state.room.id)
    }
    return Person(externalID: input.externalID, name: rows.first?.name, imageURL: rows.first?.imageURL)
  }
}
