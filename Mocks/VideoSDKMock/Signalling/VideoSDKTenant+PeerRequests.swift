import JSONCoding
import MockKit

/// What clients ask for over the signalling.
extension VideoSDKTenant {
  /// Does what a request asks. nil when it is answered later.
  mutating func perform(
    _ name: String, _ data: JSON, by id: String, request: Int64, at now: Int64
  ) throws(VideoSDKRefusal) -> ProtooAnswer? {
    guard let method = VideoSDKSignalMethod(rawValue: name) else {
      throw VideoSDKRefusal(500, "unknown request.method \"\(name)\"")
    }
    guard let peer = signalling.peers[id] else { return nil }
    guard peer.isInside || method.isForNewcomers else { throw VideoSDKRefusal(400, "the participant has not joined") }
    let body = VideoSDKBody(data.objectValue ?? [:])
    switch method {
    case .requestEntry: return .accepted(try requestEntry(body, by: peer, at: now))
    case .join: return try join(body, by: peer, request: request, at: now)
    case .respondEntry: return .accepted(try respondEntry(body, by: peer, at: now))
    case .enablePeerMic, .disablePeerMic, .enablePeerWebcam, .disablePeerWebcam, .removePeer, .closeRoom, .changeMode,
      .switchToMeeting:
      return .accepted(try moderate(method, body, by: peer, at: now))
    case .pubsubPublish, .pubsubSubscribe, .pubsubUnsubscribe:
      return .accepted(try exchange(method, body, by: peer, at: now))
    case .realtimeStoreSet, .realtimeStoreGet, .realtimeStoreObserve, .realtimeStoreStopObserve:
      return .accepted(try store(method, body, by: peer))
    case .startRecording, .stopRecording, .startTranscription, .stopTranscription, .startLivestream, .stopLivestream,
      .startHls, .stopHls:
      return .accepted(try run(method, body, by: peer, at: now))
    case .startWhiteboard, .stopWhiteboard, .agentStateChanged, .agentTranscript, .agentMetrics, .getTransportStats:
      return .accepted(try relay(method, body, by: peer))
    default: return .accepted(try plumb(method, body, by: peer, at: now))
    }
  }

  /// A client has answered a request of the server's.
  mutating func settle(_ request: Int64, _ answer: ProtooAnswer, by id: String, at now: Int64) {
    guard let peer = signalling.peers[id], let question = peer.questions[request] else { return }
    change(peer: id) { $0.questions[request] = nil }
    switch (question, answer) {
    case (.disable(let media), .accepted): silence(media, of: peer, at: now)
    case (.consume(let consumerID), .refused): change(peer: id) { $0.consumers[consumerID] = nil }
    default: break
    }
  }
}
