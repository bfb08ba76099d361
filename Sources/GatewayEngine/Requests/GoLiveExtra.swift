package import MeetingCore

/// Something started along with going live.
package enum GoLiveExtra: String, Sendable, Hashable, CaseIterable {
  case recording, broadcast, transcription

  package var sort: EgressSort {
    switch self {
    case .recording: .recording
    case .broadcast: .broadcast
    case .transcription: .transcription
    }
  }

  /// What it is without a wish of the caller's.
  var request: StartEgress {
    switch self {
    case .recording: .recording(.room, audioOnly: nil, participant: nil)
    case .broadcast: .hls
    case .transcription: .transcription(language: nil, captions: true)
    }
  }
}
