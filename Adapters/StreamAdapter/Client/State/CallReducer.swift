import AdapterKit
import JSONCoding
import MeetingCore

/// What this client knows of one call, and how each thing it hears changes that. Pure; odd shapes change nothing.
struct CallReducer: Sendable {
  /// What follows from something heard, besides a new state.
  enum Effect: Sendable, Hashable {
    /// Something changed that the service does not tell: ask for it.
    case refetch
    /// The right to publish sound is gone, or somebody muted this device.
    case silenced
    /// This device publishes sound.
    case heard
    /// This client is out of the call.
    case out
  }

  /// More requests than anybody reads.
  static let mostRequests = 1_000
  /// More than come while one answer is under way.
  private static let mostTold = 10_000

  var snapshot = CallSnapshot()
  /// The id of whoever uses the client.
  var me: String
  /// Whom requests tell of their rejection.
  weak var owner: CallState?
  /// Devices as the coordinator told of them.
  var listed: [String: CallParticipant] = [:]
  /// Devices that are counted and not listed.
  var unlisted = 0
  /// Devices as the media side tells of them; nil = this client has not joined.
  var media: MediaView?

  private var readings = 0
  /// What was told while an answer is under way, which may be older.
  private var told: [JSON] = []

  init(me: String) { self.me = me }

  // MARK: Answers

  /// An answer was asked for: what is told from now on may be newer than it.
  mutating func beginReading() { readings += 1 }

  /// There is no answer.
  mutating func giveUpReading() {
    readings -= 1
    if readings == 0 { told = [] }
  }

  /// An answer that shows the call. What was told meanwhile is told again over it.
  mutating func finishReading(_ answer: JSON) {
    show(answer, then: told)
    giveUpReading()
  }

  /// What follows from the events is known from when they were told.
  mutating func show(_ answer: JSON, then told: [JSON]) {
    show(answer)
    for event in told { _ = tell(event) }
  }

  private mutating func show(_ answer: JSON) {
    take(call: answer["call"])
    if let members = answer["members"]?.arrayValue { snapshot.members = members.compactMap(CallMember.init) }
    if let own = answer["own_capabilities"]?.arrayValue { snapshot.ownCapabilities = Self.capabilities(own) }
    arrange()
  }

  static func capabilities(_ names: [JSON]) -> Set<OwnCapability> {
    Set(names.compactMap(\.stringValue).map(OwnCapability.init(rawValue:)))
  }

  // MARK: Events

  mutating func take(event: JSON) -> [Effect] {
    if readings > 0, told.count < Self.mostTold { told.append(event) }
    return tell(event)
  }

  private mutating func tell(_ event: JSON) -> [Effect] {
    take(call: event["call"])
    let effects = react(to: event)
    arrange()
    return effects
  }

  /// A call object; one that is older than what is known tells nothing.
  mutating func take(call json: JSON?) {
    guard let json, json.objectValue != nil else { return }
    let updated = WireTime.read(json["updated_at"])
    if let updated, let known = snapshot.updatedAt, updated < known { return }
    snapshot.updatedAt = updated ?? snapshot.updatedAt
    takeFields(json)
    takeEgress(json)
    takeSession(CallReading(json))
  }

  private mutating func takeFields(_ json: JSON) {
    if let custom = json["custom"], custom.objectValue != nil { snapshot.custom = RawJSON.members(custom) }
    if let backstage = json["backstage"]?.boolValue { snapshot.backstage = backstage }
    if let blocked = json["blocked_user_ids"]?.arrayValue {
      snapshot.blockedUserIds = blocked.compactMap(\.stringValue)
    }
    snapshot.createdBy = User(json["created_by"]) ?? snapshot.createdBy
    snapshot.team = json["team"]?.stringValue
    snapshot.createdAt = WireTime.read(json["created_at"]) ?? snapshot.createdAt
    snapshot.startsAt = WireTime.read(json["starts_at"])
    snapshot.endedAt = WireTime.read(json["ended_at"])
    if let settings = json["settings"], settings.objectValue != nil { snapshot.settings = CallSettingsInfo(settings) }
  }

  private mutating func takeEgress(_ json: JSON) {
    if let recording = json["recording"]?.boolValue { setRecording(recording) }
    snapshot.transcribing = json["transcribing"]?.boolValue ?? snapshot.transcribing
    snapshot.captioning = json["captioning"]?.boolValue ?? snapshot.captioning
    guard let egress = json["egress"], egress.objectValue != nil else { return }
    snapshot.broadcasting = egress["broadcasting"]?.boolValue ?? snapshot.broadcasting
    snapshot.hlsPlaylistURL = egress["hls"]?["playlist_url"]?.stringValue
  }

  /// A call that does not record yet may have been asked to.
  mutating func setRecording(_ isOn: Bool) {
    if isOn {
      snapshot.recordingState = .recording
    } else if snapshot.recordingState == .recording {
      snapshot.recordingState = .noRecording
    }
  }

  private mutating func takeSession(_ call: CallReading) {
    if let session = CallSessionInfo(call.session) { snapshot.session = session }
    guard call.openSession != nil else {
      (listed, unlisted) = ([:], 0)
      snapshot.anonymousParticipantCount = media?.anonymous ?? 0
      return
    }
    let rows = (call.session["participants"]?.arrayValue ?? []).compactMap { CallParticipant(session: $0) }
    listed = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    takeCounts(call.session)
  }

  /// Counts by role are of devices.
  mutating func takeCounts(_ json: JSON) {
    if let counts = json["participants_count_by_role"]?.objectValue {
      let total = counts.pairs.reduce(0) { $0 + Int(clamping: min(max(0, $1.value.integerValue ?? 0), 1 << 31)) }
      unlisted = max(0, total - listed.count)
    }
    if media == nil, let anonymous = json["anonymous_participant_count"]?.integerValue {
      snapshot.anonymousParticipantCount = Int(clamping: max(0, anonymous))
    }
  }

  // MARK: Rows

  /// Puts the rows together from what is known of the devices.
  mutating func arrange() {
    let known = media?.devices ?? listed
    let devices = known.values.sorted {
      ($0.userId, $0.joinedAt?.nanoseconds ?? 0, $0.id) < ($1.userId, $1.joinedAt?.nanoseconds ?? 0, $1.id)
    }
    snapshot.devices = devices
    snapshot.participants = Self.people(devices)
    snapshot.participantCount = snapshot.participants.count + (media?.unlisted ?? unlisted)
    if let media { snapshot.anonymousParticipantCount = media.anonymous }
    snapshot.isJoined = media != nil
  }

  /// One row per person. The devices of each stand together.
  private static func people(_ devices: [CallParticipant]) -> [CallParticipant] {
    var people: [CallParticipant] = []
    var rest = devices[...]
    while let first = rest.first {
      let own = rest.prefix { $0.userId == first.userId }
      people.append(CallParticipant(person: Array(own)))
      rest = rest.dropFirst(own.count)
    }
    return people
  }
}
