package import MeetingCore

/// What a caller wants recorded, broadcast or transcribed.
package enum StartEgress: Sendable, Hashable {
  /// `participant` is one of our ids (`par_…`), where only one is to be recorded.
  case recording(RecordingMode, audioOnly: Bool?, participant: String?)
  case hls
  /// `key` goes to the vendor and nowhere else.
  case rtmp(url: String, key: String?)
  case transcription(language: String?, captions: Bool)

  package var sort: EgressSort {
    switch self {
    case .recording: .recording
    case .hls, .rtmp: .broadcast
    case .transcription: .transcription
    }
  }
}
