import JSONCoding
import MeetingCore

/// News that change nothing of who is there: what listeners are told of them.
enum MeetingNotices {
  static func calls(_ news: SignallingNews) -> [MeetingCallback] {
    switch news {
    case .asked(let media, let peer): [.asked(media, by: peer)]
    case .entryRequested(let peer, let name): [.entryRequested(peer: peer, name: name)]
    case .entryResponded(let peer, let decision):
      [.meeting { $0.onEntryResponded(id: peer, decision: decision) }]
    case .message(let message): [.message(message)]
    case .activity(let activity): activity.isState ? state(activity) : beginningOrEnd(activity)
    case .trouble(let code, let words):
      [
        .meeting {
          $0.onError(error: VideoSDKError(.conflict, code: code ?? 0, message: words.text))
        }
      ]
    case .other(let method, let data): other(method, data)
    default: []
    }
  }

  /// What an agent tells of itself; nil when it is nothing of the kind. An agent that does not say which one it is is the only
  /// one there is.
  static func agent(_ method: String, _ data: JSON, among people: [Participant]) -> [MeetingCallback]? {
    guard method == "agentStateChanged" || method == "agentTranscript" else { return nil }
    let id = data["peerId"]?.stringValue ?? data["participantId"]?.stringValue
    let found = people.filter { id.map($0.id.elementsEqual) ?? $0.isAgent }
    guard let agent = found.first, found.count == 1 else { return [] }
    if method == "agentStateChanged" {
      let state = data["state"]?.stringValue ?? data["status"]?.stringValue ?? ""
      return [.participant(agent) { $0.onAgentStateChanged(state: state) }]
    }
    return TranscriptionText(data).map { text in [.participant(agent) { $0.onAgentTranscriptionReceived(text) }] } ?? []
  }

  private static func beginningOrEnd(_ activity: SignallingActivity) -> [MeetingCallback] {
    switch (activity.kind, activity.phase) {
    case (.recording, .started): [.meeting { $0.onRecordingStarted() }]
    case (.recording, .stopped):
      [.meeting { $0.onRecordingStopped() }, .meeting { $0.onRecordingStoppped() }]
    case (.livestream, .started): [.meeting { $0.onLivestreamStarted() }]
    case (.livestream, .stopped): [.meeting { $0.onLivestreamStopped() }]
    // Of these there is the running account only.
    default: state(activity)
    }
  }

  private static func state(_ activity: SignallingActivity) -> [MeetingCallback] {
    let state = ActivityState(activity.phase)
    return switch activity.kind {
    case .recording: [.meeting { $0.onRecordingStateChanged(state: state) }]
    case .livestream: [.meeting { $0.onLivestreamStateChanged(state: state) }]
    case .transcription: [.meeting { $0.onTranscriptionStateChanged(state: state) }]
    case .hls: [.meeting { $0.onHlsStateChanged(state: state, hlsUrl: HLSUrl(activity.data)) }]
    }
  }

  private static func other(_ method: String, _ data: JSON) -> [MeetingCallback] {
    func text(_ names: String...) -> String { names.lazy.compactMap { data[$0]?.stringValue }.first ?? "" }
    let (peer, meeting) = (text("peerId", "participantId", "id"), text("meetingId", "roomId"))
    return switch method {
    case "transcriptionText": TranscriptionText(data).map { text in [.meeting { $0.onTranscriptionText(text) }] } ?? []
    case "whiteboardStarted": [.meeting { [url = text("url")] in $0.onWhiteboardStarted(url: url) }]
    case "whiteboardStopped": [.meeting { $0.onWhiteboardStopped() }]
    case "pinStateChanged":
      [.meeting { [pin = text("pinType", "state")] in $0.onPinStateChanged(participantId: peer, pinType: pin) }]
    case "presenterChanged":
      [.meeting { $0.onPresenterChanged(activePresenterId: peer.isEmpty ? nil : peer) }]
    default: relay(method, peer: peer, meeting: meeting, word: text("decision", "reason", "error", "displayName"))
    }
  }

  private static func relay(_ method: String, peer: String, meeting: String, word: String) -> [MeetingCallback] {
    switch method {
    case "mediaRelayRequestReceived":
      [
        .meeting {
          $0.onMediaRelayRequestReceived(participantId: peer, meetingId: meeting, displayName: word)
        }
      ]
    case "mediaRelayRequestResponse":
      [.meeting { $0.onMediaRelayRequestResponse(participantId: peer, decision: word) }]
    case "mediaRelayStarted": [.meeting { $0.onMediaRelayStarted(meetingId: meeting) }]
    case "mediaRelayStopped": [.meeting { $0.onMediaRelayStopped(meetingId: meeting, reason: word) }]
    case "mediaRelayError":
      [
        .meeting { $0.onMediaRelayError(meetingId: meeting, error: word) },
        .meeting { $0.onMediaRealyError(meetingId: meeting, error: word) },
      ]
    default: []
    }
  }
}
