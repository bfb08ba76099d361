import JSONCoding
import MockKit

/// Everything one account holds. A value; the mock keeps all of them under one lock.
struct VideoSDKTenant: Sendable {
  let account: VideoSDKMockConfiguration.Account
  let options: VideoSDKMockOptions
  /// The account's owner, as rooms show them.
  let userID: String
  let identifiers: VideoSDKIdentifiers
  /// By `roomId`.
  var rooms: [String: VideoSDKRoom] = [:]
  /// `roomId` by what else a room is found by: the record's id, the custom id.
  var roomNames: [String: String] = [:]
  /// Every session there was, by id.
  var sessions: [String: VideoSDKSession] = [:]
  /// Everything that was ever recorded, broadcast or transcribed, by id.
  var egress: [String: VideoSDKEgress] = [:]
  /// Ids of what is not over yet, in the order of starting.
  var running: [String] = []
  /// Agents that were dispatched, by id.
  var agents: [String: VideoSDKAgent] = [:]
  var merges: [String: VideoSDKMerge] = [:]
  var transcripts: [String: VideoSDKTranscript] = [:]
  /// What the account's owner configured for all rooms.
  var hooks: [VideoSDKHook] = []
  var agenda = Agenda<VideoSDKDue>()
  /// Who is connected, and what they share.
  var signalling: VideoSDKSignalling
  /// Events of the request under way.
  private var outbox: [MockEvent] = []
  /// News of the request under way.
  private var announcements: [VideoSDKAnnouncement] = []
  private var lastRank = 0

  init(account: VideoSDKMockConfiguration.Account, options: VideoSDKMockOptions, seed: UInt64) {
    self.account = account
    self.options = options
    identifiers = VideoSDKIdentifiers(seed: seed)
    signalling = VideoSDKSignalling(seed: seed)
    userID = identifiers.object()
  }

  mutating func nextRank() -> Int {
    lastRank += 1
    return lastRank
  }

  mutating func takeEvents() -> [MockEvent] {
    defer { outbox = [] }
    return outbox
  }

  mutating func takeAnnouncements() -> [VideoSDKAnnouncement] {
    defer { announcements = [] }
    return announcements
  }

  /// Puts an event into the outbox, addressed to every webhook that wants it: the room's, the account's, and the one that
  /// was named when what it is about was started. Nobody else hears of it: sockets are told news.
  mutating func emit(_ type: String, _ roomID: String, _ data: JSONObject, extraURL: String? = nil) {
    var urls: [String] = []
    for hook in [rooms[roomID]?.webhook].compactMap(\.self) + hooks where hook.wants(type) { urls.append(hook.url) }
    if let extraURL {
      if options.operationWebhookReplaces { urls = [] }
      urls.append(extraURL)
    }
    guard !urls.isEmpty else { return }
    var seen: Set<String> = []
    let deliveries = urls.filter { seen.insert($0).inserted }
      .map { MockEvent.Delivery(id: identifiers.object(), url: $0) }
    outbox.append(
      MockEvent(
        tenant: account.apiKey, type: type, payload: ["webhookType": .string(type), "data": .object(data)],
        deliveries: deliveries))
  }

  /// Tells whoever is connected to a room.
  mutating func announce(_ news: VideoSDKNews, in roomID: String, at now: Int64) {
    let session = rooms[roomID]?.sessionID ?? ""
    announcements.append(
      VideoSDKAnnouncement(tenant: account.apiKey, roomID: roomID, sessionID: session, at: now, news: news))
  }

  func room(named name: String) -> VideoSDKRoom? { rooms[name] ?? roomNames[name].flatMap { rooms[$0] } }

  /// The running session of a room.
  func session(of roomID: String) -> VideoSDKSession? {
    rooms[roomID]?.sessionID.flatMap { sessions[$0] }
  }

  /// Somebody who is in a room now.
  func participant(_ id: String, in roomID: String) -> VideoSDKParticipant? {
    guard let participant = session(of: roomID)?.participants[id], participant.isInside else { return nil }
    return participant
  }
}
