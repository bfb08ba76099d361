import JSONCoding
import MeetingCore
import Synchronization

/// A provider without a vendor: it does what it is asked, remembers it, and fails when it is told to.
final class ScriptedProvider: MeetingProvider, Joining, Staging, Updating, Muting, Removing, Banning, WebhookReceiving {
  private struct State {
    var calls: [String] = []
    var failures: [ProviderFailure] = []
    var findsRooms = true
    var trace: String?
    var spec: RoomSpec?
    var muting: ControlOutcome?
    var isHeld = false
    var held: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  /// Records, broadcasts and transcribes, where there is one.
  let studio: ScriptedStudio?

  init(studio: ScriptedStudio? = nil) { self.studio = studio }

  let enforcesRejoin = false
  let reach = ControlReach.person

  /// Every operation, in order.
  var calls: [String] { state.withLock { $0.calls } }
  /// The last `traceparent` that reached the provider.
  var trace: String? { state.withLock { $0.trace } }
  /// What the last room was made from.
  var spec: RoomSpec? { state.withLock { $0.spec } }

  func fail(with failures: ProviderFailure...) { state.withLock { $0.failures = failures } }
  /// Mutes are answered like this from now on.
  func answerMutes(_ outcome: ControlOutcome) { state.withLock { $0.muting = outcome } }
  func loseRooms() { state.withLock { $0.findsRooms = false } }

  /// Creates wait from here on, until they are released.
  func holdCreates() { state.withLock { $0.isHeld = true } }

  func releaseCreates() {
    let held = state.withLock { state in
      state.isHeld = false
      defer { state.held = nil }
      return state.held
    }
    held?.resume()
  }

  private func waitWhileHeld() async {
    await withCheckedContinuation { continuation in
      let mayGo = state.withLock { state in
        if state.isHeld { state.held = continuation }
        return !state.isHeld
      }
      if mayGo { continuation.resume() }
    }
  }

  func note(_ call: String, _ context: CallContext) throws(ProviderFailure) {
    let failure = state.withLock { state -> ProviderFailure? in
      state.calls.append(call)
      state.trace = context.trace
      return state.failures.isEmpty ? nil : state.failures.removeFirst()
    }
    if let failure { throw failure }
  }

  func offering(for kind: RoomKind) -> Offering? {
    guard kind != .voiceCall else { return nil }
    var offering = Offering()
    offering.offer(.stage, .native, by: self)
    offering.offer(.mute, .native, by: self)
    offering.offer(.remove, .native, by: self, limits: CapabilityLimits(maximumParticipants: 50), note: "quickly")
    offering.offer(.ban, .native, by: self)
    offering.offer(.permissions, .native, by: self)
    offering.offer(.permissionRequests, .native, by: self)
    offering.state(.joinAhead, .native)
    offering.keep(Set(RoomRule.allCases))
    studio?.offer(&offering)
    offering.offer(.messages, .native, by: self as any Messaging)
    offering.offer(.reactions, .native, by: self as any Reacting)
    offering.offer(.unmute, .requested, by: self as any Unmuting)
    offering.offer(.role, .native, by: self as any RoleChanging)
    offering.supply(.joining, by: self)
    offering.supply(.updating, by: self)
    offering.supply(.webhooks, by: self)
    return offering
  }

  func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation {
    state.withLock { $0.spec = spec }
    try note("create", context)
    await waitWhileHeld()
    return RoomCreation(
      room: ProviderRoom(key: spec.key, kind: spec.kind, refs: ["test": "t-" + spec.key]), existed: false)
  }

  func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure) -> ProviderRoom? {
    try note("find", context)
    guard state.withLock({ $0.findsRooms }) else { return nil }
    return ProviderRoom(key: key, kind: kind, refs: ["test": "t-" + key])
  }

  func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    try note("end", context)
    return .applied([])
  }

  func credentials(for admission: Admission, to room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> JoinCredentials
  {
    try note("join", context)
    return JoinCredentials(
      token: "join-secret", expiresAt: admission.expiresAt, permissions: ["send_audio"],
      sdkPackages: ["web": "@test/sdk"], connect: JSONText(#"{"kind":"testkind","where":"there"}"#))
  }

  func goLive(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    try note("goLive", context)
    return .applied([])
  }

  func stopLive(_ room: ProviderRoom, keeping: Set<EgressSort>, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    try note("stopLive", context)
    return .applied([])
  }

  func update(_ room: ProviderRoom, to spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    try note("update", context)
    return .applied([])
  }

  func mute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try note("mute", context)
    return state.withLock { $0.muting } ?? .applied([])
  }

  func remove(_ target: Target, rejoin: RejoinPolicy, from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try note("remove", context)
    return .applied([])
  }

  func ban(_ person: String, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    try note("ban", context)
    return .applied([])
  }

  func unban(_ person: String, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    try note("unban", context)
    return .applied([])
  }

  /// A delivery is signed by being sent with `X-Test: yes`.
  func verify(_ body: [UInt8], header: (String) -> [String], now: Timestamp) throws(WebhookRejection) -> String? {
    if let coding = header("Content-Encoding").first { throw .unsupportedCoding(coding) }
    guard let mark = header("X-Test").first else { throw .missingSignature }
    guard mark == "yes" else { throw .badSignature }
    return header("X-Delivery").first
  }

  /// `{"room":"room_…","joined":"connection","person":"…"}`, or `left` in place of `joined`, or what
  /// happened to the `recording`.
  func kept(_ body: [UInt8]) -> [UInt8] { body }

  func read(_ body: [UInt8], receivedAt: Timestamp) -> WebhookDelivery {
    guard let json = try? JSON.parse(body, mode: .vendor), let room = json["room"]?.stringValue else {
      return WebhookDelivery(roomKey: nil, facts: [], isReadable: false)
    }
    let person = json["person"]?.stringValue
    let details: [Fact.Detail] = [
      json["joined"]?.stringValue.map { .joined(.init(connection: $0, person: person)) },
      person.flatMap { person in
        json["asks"]?.boolValue.map { _ in .permissionRequested(person: person, permissions: [.sendAudio]) }
      },
      json["left"]?.stringValue.map { .left(connection: $0, person: person, reason: .left) },
      json["recording"]?.stringValue.map(ScriptedStudio.told),
    ].compactMap { $0 }
    let facts = details.map { Fact(occurredAt: receivedAt, source: .webhook, vendorType: "test.event", $0) }
    return WebhookDelivery(roomKey: room, facts: facts)
  }

  static let description = ProviderDescription(
    kind: "testkind", title: "Test", credentialKeys: [], hosts: [], options: [:],
    roomOptionsSchema: JSONText(#"{"type":"object","properties":{"color":{"type":"string"}}}"#),
    roomOptionIssues: { options in
      options.text.contains("black")
        ? [FieldIssue(pointer: "/color", code: "unknown", message: "is no color")] : []
    },
    connectSchema: JSONText(
      #"{"type":"object","required":["kind"],"properties":{"kind":{"const":"testkind"},"where":{"type":"string"}}}"#))
}
