import JSONCoding
import MockKit

/// Who is offered whose sound and picture.
extension VideoSDKTenant {
  /// Offers something published to somebody who would receive it.
  mutating func offer(
    _ producerID: String, _ producer: VideoSDKPeer.Producer, of publisher: String, to peer: VideoSDKPeer
  ) {
    guard peer.consumes else { return }
    let id = signalling.identifiers.object()
    change(peer: peer.id) {
      $0.consumers[id] = VideoSDKPeer.Consumer(producerID: producerID, peerID: publisher, media: producer.media)
    }
    // What the publisher says of it is passed on, with whose it is.
    var appData = producer.appData
    appData["peerId"] = .string(publisher)
    let kind = producer.media.signalKind
    ask(
      peer.id, .consume(consumerID: id),
      [
        "id": .string(id), "producerId": .string(producerID), "kind": .string(kind),
        "rtpParameters": VideoSDKMediaDocuments.consumed(kind, peer.consumers.count), "peerId": .string(publisher),
        "appData": .object(appData),
      ])
  }

  /// Offers what a device of the control plane's publishes, or an agent, which have no connection.
  mutating func offerDevice(_ participantID: String, _ media: VideoSDKMedia, in roomID: String) {
    for peer in peers(in: roomID) where peer.peerID != participantID {
      offer(Self.deviceProducer(participantID, media), Self.deviceProducer(media), of: participantID, to: peer)
    }
  }

  private static func deviceProducer(_ participantID: String, _ media: VideoSDKMedia) -> String {
    "\(participantID).\(media.rawValue)"
  }

  private static func deviceProducer(_ media: VideoSDKMedia) -> VideoSDKPeer.Producer {
    VideoSDKPeer.Producer(media: media, appData: [.screen, .screenAudio].contains(media) ? ["share": true] : [:])
  }

  mutating func offerData(
    _ producerID: String, _ request: JSONObject, of publisher: String, to peer: VideoSDKPeer
  ) {
    guard peer.consumes else { return }
    var appData = request["appData"]?.objectValue ?? [:]
    appData["peerId"] = .string(publisher)
    ask(
      peer.id, .consumeData,
      [
        "id": .string(signalling.identifiers.object()), "dataProducerId": .string(producerID),
        "sctpStreamParameters": request["sctpStreamParameters"] ?? .null, "label": request["label"] ?? "",
        "protocol": request["protocol"] ?? "", "appData": .object(appData), "peerId": .string(publisher),
      ])
  }

  /// Nothing is received any more.
  mutating func dropConsumers(of id: String) {
    for consumer in signalling.peers[id]?.consumers.keys.sorted() ?? [] {
      notify(id, "consumerClosed", ["consumerId": .string(consumer)])
    }
    change(peer: id) { $0.consumers = [:] }
  }

  /// Offers somebody who can receive from now on what is published already.
  mutating func offerEverything(to id: String) {
    guard let peer = signalling.peers[id] else { return }
    for participant in session(of: peer.roomID)?.inside ?? [] where participant.participantID != peer.peerID {
      let publisher = participant.participantID
      guard let other = self.peer(publisher, in: peer.roomID) else {
        for media in VideoSDKMedia.allCases where participant.publishes(media) {
          offerNow(Self.deviceProducer(publisher, media), Self.deviceProducer(media), of: publisher, to: id)
        }
        continue
      }
      for (producerID, producer) in other.producers.sorted(by: { $0.key < $1.key }) {
        offerNow(producerID, producer, of: publisher, to: id)
      }
      for (producerID, request) in other.dataProducers.sorted(by: { $0.key < $1.key }) {
        offerData(producerID, request, of: publisher, to: peer)
      }
    }
  }

  /// The connection as it is now: each offer counts those before it.
  private mutating func offerNow(
    _ producerID: String, _ producer: VideoSDKPeer.Producer, of publisher: String, to id: String
  ) {
    if let peer = signalling.peers[id] { offer(producerID, producer, of: publisher, to: peer) }
  }

  /// What fits is not received any more, by anybody in the room.
  mutating func closeConsumers(in roomID: String, where condition: (VideoSDKPeer.Consumer) -> Bool) {
    for peer in peers(in: roomID) {
      for (id, consumer) in peer.consumers.sorted(by: { $0.key < $1.key }) where condition(consumer) {
        change(peer: peer.id) { $0.consumers[id] = nil }
        notify(peer.id, "consumerClosed", ["consumerId": .string(id)])
      }
    }
  }
}
