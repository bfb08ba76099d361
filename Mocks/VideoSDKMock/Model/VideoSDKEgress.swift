import JSONCoding

/// Something that leaves a room: a recording, a broadcast, a transcription.
struct VideoSDKEgress: Sendable, Equatable {
  enum Kind: Hashable, Sendable {
    /// Of the whole room.
    case recording
    case participant(String)
    case track(String, VideoSDKMedia)
    case composite
    case hls
    case livestream
    case transcription

    /// What the names of its events begin with.
    var eventPrefix: String {
      switch self {
      case .recording: "recording"
      case .participant: "participant-recording"
      case .track: "participant-track-recording"
      case .composite: "composite-recording"
      case .hls: "hls"
      case .livestream: "livestream"
      case .transcription: "transcription"
      }
    }

    /// Whether everybody in the room is told of its state.
    var isOfTheRoom: Bool {
      switch self {
      case .recording, .hls, .livestream, .transcription: true
      case .participant, .track, .composite: false
      }
    }
  }

  enum State: String, Sendable {
    case starting, started, stopping, stopped, failed

    var isOver: Bool { self == .stopped || self == .failed }
  }

  let id: String
  let kind: Kind
  let roomID: String
  let sessionID: String
  let startedAt: Int64
  /// What the request said beside the room; documents as they were given.
  let request: JSONObject
  var state = State.starting
  var isPlayable = false
  /// When the last of it was recorded or sent.
  var stoppedAt: Int64?
  /// Until when another of its kind is refused, since this one's files are still made.
  var processedAt: Int64?
  /// No longer listed.
  var isDeleted = false
  let order: Int

  var webhookURL: String? { request["webhookUrl"]?.stringValue }
  var participantID: String? {
    switch kind {
    case .participant(let id), .track(let id, _): id
    default: nil
    }
  }
}
