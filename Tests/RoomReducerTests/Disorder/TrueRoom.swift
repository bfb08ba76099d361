import MeetingCore
import ProviderTesting

/// What really happens in one room: people come and go by a seed, and every happening has the facts a vendor would tell.
struct TrueRoom {
  struct Device {
    let person: String
    let joinedAt: Timestamp
    var isMuted = false
  }

  private(set) var stage = Fact.Stage.backstage
  private(set) var endedAt: Timestamp?
  private(set) var session: (id: String, startedAt: Timestamp)?
  private(set) var devices: [String: Device] = [:]
  private(set) var banned: Set<String> = []
  private(set) var members: [String: ParticipantRole] = [:]
  private(set) var anonymous = 0
  private(set) var tally = TrueTally()
  private(set) var deeds = TrueDeeds()
  /// Whether a leave tells the whole stay.
  private let tellsStays: Bool
  /// The facts of the last step.
  private(set) var told: [Fact] = []
  private var now = Timestamp(nanoseconds: 0)
  private var made = 0

  static let people = ["ana", "bo", "cy", "di", "eli", "fay"] + TrueDeeds.people

  init(tellsStays: Bool) { self.tellsStays = tellsStays }

  /// One thing happens at `time`.
  mutating func step(at time: Timestamp, mayEnd: Bool, using generator: inout SplitMix) {
    now = time
    told = []
    guard stage != .ended else { return }
    let person = Self.people.randomElement(using: &generator) ?? "ana"
    let device = devices.keys.sorted().randomElement(using: &generator)
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<30: join(person)
    case 30..<45: if let device { leave(device, .left) }
    case 45..<53: if let device { rejoin(device) }
    case 53..<60: mute(person)
    case 60..<63: unmute(person)
    case 63..<67: remove(person)
    case 67..<73: banned.contains(person) ? unban(person) : ban(person)
    case 73..<79:
      if !TrueDeeds.people.contains(person) { members[person] == nil ? enlist(person) : dismiss(person) }
    case 79..<84: count(Int.random(in: 0..<50, using: &generator))
    case 84..<92: setStage(stage == .live ? .backstage : .live)
    case 92..<97: endSession()
    default: if mayEnd { end() }
    }
    guard stage != .ended, Int.random(in: 0..<100, using: &generator) < 40 else { return }
    let present = Set(devices.values.map(\.person))
    for deed in deeds.step(present: present, hasSession: session != nil, using: &generator) { tell(deed) }
  }

  /// The vendor's answer to a read at this moment.
  func snapshot(asOf version: Int64, tellsBans: Bool) -> RoomSnapshot {
    let rows = devices.sorted { $0.key < $1.key }.map { connection, device in
      SnapshotParticipant(
        joined: joined(connection, device), joinedAt: device.joinedAt,
        tracks: [.audio: TrackState(publishing: !device.isMuted, muted: device.isMuted)])
    }
    var snapshot = RoomSnapshot(
      asOf: version, stage: stage, endedAt: endedAt, session: session?.id, sessionStartedAt: session?.startedAt,
      participants: rows, anonymousCount: anonymous, banned: tellsBans ? banned : nil)
    snapshot.egress = deeds.isRecording ? [EgressReport(TrueDeeds.plan, .started)] : []
    return snapshot
  }

  // MARK: What can happen

  private mutating func join(_ person: String) {
    guard !banned.contains(person) else { return }
    if session == nil { beginSession() }
    made += 1
    let device = Device(person: person, joinedAt: now)
    devices["ps-\(made)"] = device
    tally.joined.insert("ps-\(made)")
    tell(.joined(joined("ps-\(made)", device)))
  }

  private mutating func leave(_ connection: String, _ reason: LeaveReason) {
    guard let device = devices.removeValue(forKey: connection) else { return }
    tally.left.insert(connection)
    deeds.left(device.person)
    let stay = Fact.Stay(joined: joined(connection, device), since: device.joinedAt)
    tell(.left(connection: connection, person: device.person, reason: reason, stay: tellsStays ? stay : nil))
  }

  private mutating func rejoin(_ connection: String) {
    guard let person = devices[connection]?.person else { return }
    leave(connection, .timeout)
    join(person)
  }

  private mutating func mute(_ person: String) {
    let hit = devices.filter { $0.value.person == person && !$0.value.isMuted }.keys
    guard !hit.isEmpty else { return }
    for connection in hit { devices[connection]?.isMuted = true }
    tell(.muted(person: person, tracks: [.audio], by: nil))
  }

  /// Nobody is told of it: only a read shows it.
  private mutating func unmute(_ person: String) {
    for connection in connections(of: person) { devices[connection]?.isMuted = false }
  }

  private mutating func remove(_ person: String) {
    let hit = connections(of: person)
    guard !hit.isEmpty else { return }
    tell(.removed(person: person, by: "nadia"))
    for connection in hit { leave(connection, .removed) }
  }

  private mutating func ban(_ person: String) {
    banned.insert(person)
    tally.bans[person, default: 0] += 1
    tell(.banned(person: person, until: nil, by: nil))
    for connection in connections(of: person) { leave(connection, .removed) }
  }

  private mutating func unban(_ person: String) {
    banned.remove(person)
    tally.unbans[person, default: 0] += 1
    tell(.unbanned(person: person, by: nil))
  }

  private mutating func enlist(_ person: String) {
    members[person] = .speaker
    tell(.memberChanged(person: person, role: .speaker))
  }

  private mutating func dismiss(_ person: String) {
    members[person] = nil
    tell(.memberRemoved(person: person))
  }

  private mutating func count(_ anonymous: Int) {
    guard session != nil else { return }
    self.anonymous = anonymous
    tell(.anonymousCount(anonymous))
  }

  private mutating func setStage(_ stage: Fact.Stage) {
    self.stage = stage
    if stage == .live { tally.wentLive += 1 } else { tally.stoppedLive += 1 }
    tell(.roomObserved(stage: stage, endedAt: nil, endedBy: nil, reason: nil))
  }

  private mutating func beginSession() {
    made += 1
    session = ("s-\(made)", now)
    tally.sessions.insert("s-\(made)")
    tell(.sessionStarted(vendorID: "s-\(made)"))
  }

  private mutating func endSession() {
    guard let session else { return }
    for connection in devices.keys.sorted() { leave(connection, .roomEnded) }
    if let stop = deeds.stopRecording() { tell(stop) }
    self.session = nil
    anonymous = 0
    tally.endedSessions.insert(session.id)
    tell(.sessionEnded(vendorID: session.id, startedAt: session.startedAt, reason: nil))
  }

  private mutating func end() {
    stage = .ended
    endedAt = now
    tell(.roomObserved(stage: .ended, endedAt: now, endedBy: nil, reason: nil))
    endSession()
  }

  private func connections(of person: String) -> [String] {
    devices.filter { $0.value.person == person }.keys.sorted()
  }

  private func joined(_ connection: String, _ device: Device) -> Fact.Joined {
    Fact.Joined(connection: connection, person: device.person, session: session?.id)
  }

  /// What has no state is told apart by a key.
  private mutating func tell(_ detail: Fact.Detail) {
    var key: String?
    if case .message(let message, _) = detail { key = message.payload.text }
    told.append(Fact(occurredAt: now, source: .webhook, key: key, detail))
  }
}
