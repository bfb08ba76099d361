import JSONCoding
import MockKit

/// Recordings, broadcasts, transcriptions and captions, as clients hear of them and start them.
extension VideoSDKTenant {
  mutating func tellOutput(_ news: VideoSDKNews, in roomID: String) {
    switch news {
    case .egress(let egress): tellState(of: egress, in: roomID)
    case .playable(let egress, let isPlayable):
      notifyAll(in: roomID, "hlsPlayableStateChanged", ["isPlayable": .bool(isPlayable)])
      guard isPlayable else { return }
      notifyAll(in: roomID, "hlsStateChanged", stateData(egress, "HLS_PLAYABLE"))
    case .failed(let code, let text): notifyAll(in: roomID, "error", Self.errorData(code, text))
    case .caption(let caption):
      notifyAll(
        in: roomID, "transcriptionText",
        [
          "participantId": .string(caption.participantID), "participantName": .string(caption.participantName),
          "text": .string(caption.text), "timestamp": .integer(caption.at / 1_000_000), "type": "realtime",
        ])
    default: break
    }
  }

  private mutating func tellState(of egress: VideoSDKEgress, in roomID: String) {
    guard let name = egress.kind.signalName else { return }
    // Clients know no state of failing: it has stopped, and an error says why.
    let state = egress.state == .failed ? VideoSDKEgress.State.stopped : egress.state
    let status = "\(name.uppercased())_\(state.rawValue.uppercased())"
    notifyAll(in: roomID, "\(name)StateChanged", stateData(egress, status))
    guard name != "transcription" else { return }
    switch state {
    case .started: notifyAll(in: roomID, "\(name)Started", addresses(of: egress))
    case .stopped: notifyAll(in: roomID, "\(name)Stopped", [:])
    default: break
    }
  }

  private func stateData(_ egress: VideoSDKEgress, _ status: String) -> JSONObject {
    var data: JSONObject = ["status": .string(status)]
    if egress.kind == .transcription { data["id"] = .string(egress.id) }
    for (key, value) in addresses(of: egress).pairs { data[key] = value }
    return data
  }

  /// Where HLS can be watched; nothing for everything else.
  private func addresses(of egress: VideoSDKEgress) -> JSONObject {
    guard egress.kind == .hls, [.starting, .started].contains(egress.state) else { return [:] }
    return [
      "playbackHlsUrl": .string(playbackURL(of: egress)), "livestreamUrl": .string(livestreamURL(of: egress)),
    ]
  }

  /// Starts and stops what the REST interface does too, by the same rules; the states that follow are told as news.
  mutating func run(
    _ method: VideoSDKSignalMethod, _ body: VideoSDKBody, by peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) -> JSON {
    switch method {
    case .startRecording: try start(.recording, .recording, body, by: peer, at: now)
    case .startHls: try start(.hls, .hls, body, by: peer, at: now)
    case .startLivestream: try start(.livestream, .livestream, body, by: peer, at: now)
    case .startTranscription:
      // The rest of the configuration is about what is made of the words.
      let url = try body.object("config")?.string("webhookUrl")
      let request: JSONObject = url.map { ["webhookUrl": .string($0)] } ?? [:]
      try start(.transcription, .transcription, VideoSDKBody(request), by: peer, at: now)
    case .stopRecording: try stop(.recording, in: peer.roomID, at: now)
    case .stopHls: try stop(.hls, in: peer.roomID, at: now)
    case .stopLivestream: try stop(.livestream, in: peer.roomID, at: now)
    default: try stop(.transcription, in: peer.roomID, at: now)
    }
    return [:]
  }

  /// What is null is not said: clients send every member.
  private mutating func start(
    _ kind: VideoSDKEgress.Kind, _ shape: VideoSDKEgressRequest.Kind, _ body: VideoSDKBody, by peer: VideoSDKPeer,
    at now: Int64
  ) throws(VideoSDKRefusal) {
    var request = JSONObject()
    for (key, value) in body.members.pairs where !value.isNull { request[key] = value }
    _ = try start(kind, shape, in: peer.roomID, VideoSDKBody(request), at: now)
  }
}

extension VideoSDKEgress.Kind {
  /// What the names of its notifications begin with; nil for what only the REST interface tells of.
  fileprivate var signalName: String? {
    switch self {
    case .recording: "recording"
    case .hls: "hls"
    case .livestream: "livestream"
    case .transcription: "transcription"
    case .participant, .track, .composite: nil
    }
  }
}
