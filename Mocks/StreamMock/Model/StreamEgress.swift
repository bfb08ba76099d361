/// Something that leaves a call: a recording, a broadcast, a transcription.
struct StreamEgress: Sendable {
  enum Kind: Hashable, Sendable {
    case composite, individual, raw, frames
    case hls
    case rtmp(name: String)
    case transcription, captions

    /// The type of a recording as its events name it; nil for what is none.
    var recordingType: String? {
      switch self {
      case .composite: "composite"
      case .individual: "individual"
      case .raw: "raw"
      default: nil
      }
    }
  }

  let id: String
  let kind: Kind
  let sessionID: String
  let startedAt: Int64
  /// Where an RTMP broadcast goes.
  var url: String?
  var key: String?
  var language: String?
}
