/// The requests that a client may send; the raw value is the frame's `method`.
enum VideoSDKSignalMethod: String, Sendable, CaseIterable {
  case getRouterRtpCapabilities, createWebRtcTransport, connectWebRtcTransport
  case requestEntry, join, respondEntry
  case produce, closeProducer, produceData
  case resumeConsumer, pauseConsumer, setConsumerPreferredLayers, requestConsumerKeyFrame
  case restartIce, pauseAllConsumers, resumeAllConsumers
  case enableAdaptiveSubscription, disableAdaptiveSubscription
  case enablePeerMic, disablePeerMic, enablePeerWebcam, disablePeerWebcam, removePeer, closeRoom
  case changeMode, switchToMeeting, getTransportStats
  case pubsubPublish, pubsubSubscribe, pubsubUnsubscribe
  case realtimeStoreSet, realtimeStoreGet, realtimeStoreObserve, realtimeStoreStopObserve
  case startRecording, stopRecording, startTranscription, stopTranscription
  case startLivestream, stopLivestream, startHls, stopHls
  case startWhiteboard, stopWhiteboard
  case agentStateChanged, agentTranscript, agentMetrics

  /// What somebody may ask for who is not in the room yet.
  var isForNewcomers: Bool {
    switch self {
    case .getRouterRtpCapabilities, .createWebRtcTransport, .connectWebRtcTransport, .requestEntry, .join: true
    default: false
    }
  }
}
