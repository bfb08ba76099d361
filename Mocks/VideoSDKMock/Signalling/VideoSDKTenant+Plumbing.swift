import JSONCoding
import MockKit

/// What carries media, as far as the signalling goes: transports and producers that are well formed, and never carry
/// any.
extension VideoSDKTenant {
  mutating func plumb(
    _ method: VideoSDKSignalMethod, _ body: VideoSDKBody, by peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) -> JSON {
    switch method {
    case .getRouterRtpCapabilities: return VideoSDKMediaDocuments.router
    case .createWebRtcTransport: return try createTransport(body, for: peer)
    case .connectWebRtcTransport:
      let id = try transport(body, of: peer).id
      guard try body.object("dtlsParameters") != nil else { throw .invalid("dtlsParameters", "is required") }
      change(peer: peer.id) { $0.transports[id]?.isConnected = true }
    case .restartIce:
      _ = try transport(body, of: peer)
      return ["iceParameters": VideoSDKMediaDocuments.iceParameters(signalling.identifiers)]
    case .produce: return try produce(body, by: peer, at: now)
    case .produceData: return try produceData(body, by: peer)
    case .closeProducer: try closeProducer(body, of: peer, at: now)
    case .resumeConsumer: try pauseConsumer(body, of: peer, false)
    case .pauseConsumer: try pauseConsumer(body, of: peer, true)
    case .setConsumerPreferredLayers, .requestConsumerKeyFrame: _ = try consumer(body, of: peer)
    // Nothing flows that these could change.
    default: break
    }
    return [:]
  }

  private mutating func createTransport(_ body: VideoSDKBody, for peer: VideoSDKPeer) throws(VideoSDKRefusal) -> JSON {
    let (produces, consumes) = (try body.bool("producing") ?? false, try body.bool("consuming") ?? false)
    guard produces || consumes else { throw .invalid("producing", "or consuming must be true") }
    let id = signalling.identifiers.object()
    change(peer: peer.id) {
      $0.transports[id] = VideoSDKPeer.Transport(isProducing: produces, isConsuming: consumes)
    }
    if !peer.consumes { offerEverything(to: peer.id) }
    return VideoSDKMediaDocuments.transport(id, signalling.identifiers)
  }

  private func transport(
    _ body: VideoSDKBody, of peer: VideoSDKPeer
  ) throws(VideoSDKRefusal) -> (id: String, transport: VideoSDKPeer.Transport) {
    let id = try body.required("transportId")
    guard let transport = peer.transports[id] else { throw .missing("transport with id \"\(id)\" not found") }
    return (id, transport)
  }

  private mutating func produce(
    _ body: VideoSDKBody, by peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) -> JSON {
    guard try transport(body, of: peer).transport.isProducing else {
      throw .invalid("transportId", "must be of a transport that sends")
    }
    guard let kind = try body.oneOf("kind", ["audio", "video"]) else { throw .invalid("kind", "is required") }
    guard try body.object("rtpParameters") != nil else { throw .invalid("rtpParameters", "is required") }
    let appData = try body.object("appData")?.members ?? [:]
    let media = Self.media(kind, isShared: appData["share"]?.boolValue == true)
    guard setMedia(media, true, of: peer.peerID, in: peer.roomID, at: now) else {
      throw VideoSDKRefusal(403, "the mode does not allow to send")
    }
    let id = signalling.identifiers.object()
    let producer = VideoSDKPeer.Producer(media: media, appData: appData)
    change(peer: peer.id) { $0.producers[id] = producer }
    for other in peers(in: peer.roomID) where other.peerID != peer.peerID {
      offer(id, producer, of: peer.peerID, to: other)
    }
    return ["id": .string(id)]
  }

  private static func media(_ kind: String, isShared: Bool) -> VideoSDKMedia {
    switch (kind, isShared) {
    case ("audio", false): .audio
    case ("audio", true): .screenAudio
    case (_, false): .video
    case (_, true): .screen
    }
  }

  private mutating func closeProducer(
    _ body: VideoSDKBody, of peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) {
    let id = try body.required("producerId")
    // Whoever was silenced by the server in the meantime has nothing left to close.
    guard let producer = peer.producers[id] else { throw .missing("producer with id \"\(id)\" not found") }
    change(peer: peer.id) { $0.producers[id] = nil }
    closeConsumers(in: peer.roomID) { $0.producerID == id }
    if signalling.peers[peer.id]?.publishes(producer.media) != true {
      setMedia(producer.media, false, of: peer.peerID, in: peer.roomID, at: now)
    }
  }

  mutating func dropProducers(of id: String, where condition: (VideoSDKPeer.Producer) -> Bool) {
    change(peer: id) { peer in peer.producers = peer.producers.filter { !condition($0.value) } }
  }

  private mutating func produceData(_ body: VideoSDKBody, by peer: VideoSDKPeer) throws(VideoSDKRefusal) -> JSON {
    guard try transport(body, of: peer).transport.isProducing else {
      throw .invalid("transportId", "must be of a transport that sends")
    }
    guard try body.object("sctpStreamParameters") != nil else {
      throw .invalid("sctpStreamParameters", "is required")
    }
    let id = signalling.identifiers.object()
    change(peer: peer.id) { $0.dataProducers[id] = body.members }
    for other in peers(in: peer.roomID) where other.peerID != peer.peerID {
      offerData(id, body.members, of: peer.peerID, to: other)
    }
    return ["id": .string(id)]
  }

  private mutating func pauseConsumer(
    _ body: VideoSDKBody, of peer: VideoSDKPeer, _ isPaused: Bool
  ) throws(VideoSDKRefusal) {
    let id = try consumer(body, of: peer)
    change(peer: peer.id) { $0.consumers[id]?.isPaused = isPaused }
  }

  private func consumer(_ body: VideoSDKBody, of peer: VideoSDKPeer) throws(VideoSDKRefusal) -> String {
    let id = try body.required("consumerId")
    guard peer.consumers[id] != nil else { throw .missing("consumer with id \"\(id)\" not found") }
    return id
  }
}
