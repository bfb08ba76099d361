import MeetingCore

/// Short ways to what most behaviours start from.
extension ContractRun {
  static let host = Person(externalID: "nadia", name: "Nadia")
  static let guest = Person(externalID: "omar", name: "Omar")

  /// A room id of the gateway's form that was never used.
  public static func freshKey() -> String {
    let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")
    return "room_" + String((0..<26).map { _ in letters[Int.random(in: 0..<letters.count)] })
  }

  /// A plain room hosted by nadia, with a backstage where the provider has one.
  func spec(_ key: String = Self.freshKey(), title: String? = "Evening jazz", maximum: Int? = nil) -> RoomSpec {
    RoomSpec(
      key: key, kind: kind, title: title, host: Self.host,
      settings: RoomSettings(backstage: hasStage, maximumParticipants: maximum))
  }

  var hasStage: Bool { kind == .audioRoom && offering.cells[.stage] != nil }

  func room(_ spec: RoomSpec? = nil) async throws -> ProviderRoom {
    try await provider.createRoom(spec ?? self.spec(), context()).room
  }

  /// A room that lets its audience in.
  func openRoom(_ spec: RoomSpec? = nil) async throws -> ProviderRoom {
    let room = try await room(spec)
    if hasStage { _ = try await offering.require(.stage).goLive(room, context()) }
    return room
  }

  /// Has what deliveries are verified with, where the vendor publishes a key.
  func fetchDeliveryKeys() async throws {
    try await offering.port(.deliveryKeys)?.fetchKeys(context())
  }

  var now: Timestamp { fixture.now() }

  /// A join token as the gateway would ask for it.
  func credentials(
    _ person: Person = Self.guest, role: ParticipantRole? = nil, in room: ProviderRoom, seconds: Int64 = 600
  ) async throws -> JoinCredentials {
    let joining = try report.require(offering.port(.joining), "no credentials can be had")
    let role = role ?? (person == Self.host ? .host : kind == .audioRoom ? .listener : .speaker)
    let admission = Admission(person: person, role: role, issuedAt: now, expiresAt: now.advanced(bySeconds: seconds))
    return try await joining.credentials(for: admission, to: room, context())
  }

  /// A device of the person, connected; its connection.
  @discardableResult
  func connect(_ person: Person = Self.guest, to room: ProviderRoom, token: String? = nil) async throws -> String {
    let given: String
    if let token { given = token } else { given = try await credentials(person, in: room).token }
    switch try await devices().join(room, token: given) {
    case .connected(let connection): return connection
    case .refused(let why): return try report.stop("\(person.externalID) was refused: \(why)")
    }
  }

  /// Records a failure unless the vendor turns the token away.
  func expectRefused(_ token: String, at room: ProviderRoom, _ message: String) async throws {
    let admission = try await devices().join(room, token: token)
    report.expect(admission.connection == nil, message)
  }

  /// Records a failure unless the vendor lets the token in.
  func expectAdmitted(_ token: String, at room: ProviderRoom, _ message: String) async throws {
    if case .refused(let why) = try await devices().join(room, token: token) { report.fail("\(message): \(why)") }
  }

  func snapshot(of room: ProviderRoom) async throws -> RoomSnapshot {
    let all = try await offering.require(.presence).snapshots(
      of: [PresenceQuery(room: room, version: 1)], context())
    return try report.require(all[room.key], "the snapshot lacks the room")
  }

  /// Whether the vendor says that nobody is inside, or that there is no such room any more.
  func isEmpty(_ room: ProviderRoom) async throws -> Bool {
    let query = PresenceQuery(room: room, version: 1)
    let all = try await offering.require(.presence).snapshots(of: [query], context())
    return all[room.key]?.participants.isEmpty ?? true
  }

  /// The people of a snapshot's connections, sorted.
  func people(in room: ProviderRoom) async throws -> [String] {
    try await snapshot(of: room).participants.map { $0.joined.person ?? "?" }.sorted()
  }

  /// Runs what must fail; the failure.
  func failure(
    of what: String, _ work: () async throws(ProviderFailure) -> Void
  ) async throws -> ProviderFailure {
    do { try await work() } catch { return error }
    return try report.stop("\(what) did not fail")
  }
}
