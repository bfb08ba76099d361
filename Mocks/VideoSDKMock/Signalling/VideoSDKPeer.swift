import JSONCoding
import MockKit

/// Somebody's connection to the signalling, and what the server knows of it.
struct VideoSDKPeer: Sendable {
  /// How far it has come.
  enum Stage: String, Sendable {
    /// In no room that exists: never answered.
    case stranger
    case connected
    /// Asked to be let in; nobody has decided yet.
    case waiting
    case admitted
    case denied
    case inside
    /// Was told to go.
    case leaving
  }

  /// A `join` that is answered once somebody has decided.
  struct HeldJoin: Sendable {
    let id: Int64
    let data: JSON
  }

  struct Transport: Sendable {
    let isProducing: Bool
    let isConsuming: Bool
    var isConnected = false
  }

  struct Producer: Sendable, Equatable {
    let media: VideoSDKMedia
    let appData: JSONObject
  }

  /// What it receives of somebody else's.
  struct Consumer: Sendable, Equatable {
    let producerID: String
    let peerID: String
    let media: VideoSDKMedia
    var isPaused = true
  }

  /// The connection's own id; an id of a participant may connect several times.
  let id: String
  let peerID: String
  let queue: SocketQueue
  var roomID: String
  var claims: VideoSDKClaims
  var mode: VideoSDKMode
  let peerType: VideoSDKParticipant.PeerType
  var stage = Stage.connected
  var name = ""
  /// What a client calls its device.
  var device: JSON = "Unknown"
  /// The model's name of this connection while it is in the room.
  var connection: String?
  var heldJoin: HeldJoin?
  /// The room that a switch goes to, until it is joined.
  var switchingTo: VideoSDKSwitch?
  var autoConsumes = true
  var transports: [String: Transport] = [:]
  var producers: [String: Producer] = [:]
  var dataProducers: [String: JSONObject] = [:]
  var consumers: [String: Consumer] = [:]
  var topics: Set<String> = []
  /// Keys of the room's store.
  var watchedKeys: Set<String> = []
  /// Requests of the server's that are not answered yet.
  var questions: [Int64: VideoSDKQuestion] = [:]

  var isInside: Bool { stage == .inside }

  /// Whether media of others would come to it.
  var consumes: Bool {
    isInside && autoConsumes && mode != .signallingOnly && transports.values.contains(where: \.isConsuming)
  }

  func publishes(_ media: VideoSDKMedia) -> Bool { producers.values.contains { $0.media == media } }

  /// Is in no room for a moment: what it had in the former one stays there, but for its transports.
  mutating func move(to target: VideoSDKSwitch) {
    roomID = target.roomID
    claims = target.claims
    mode = target.mode
    stage = .admitted
    (connection, switchingTo) = (nil, nil)
    (producers, dataProducers, consumers) = ([:], [:], [:])
    (topics, watchedKeys) = ([], [])
  }

  func answer(_ id: Int64, _ answer: ProtooAnswer) { queue.send(ProtooFrame.response(id: id, answer).json) }
}
