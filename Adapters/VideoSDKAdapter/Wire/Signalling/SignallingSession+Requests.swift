import JSONCoding
import MeetingCore

/// What the service asks of this peer. Everything is answered at once: nothing else waits for it.
extension SignallingSession {
  mutating func requested(_ method: String, _ data: JSON, _ id: Int64) {
    switch method {
    // Older and newer cores have a name each. The answer says that the question has arrived; whoever asked is not told more.
    case "enableMic", "enabledMic": asked(for: .audio, data, id)
    case "enableWebcam", "enabledWebcam": asked(for: .video, data, id)
    case "disableMic": silence(.audio, id)
    case "disableWebcam": silence(.video, id)
    case "newConsumer": consume(data, id)
    case "statsData": send(.accepted(id: id, data: ["peerId": .string(identity.peer), "statsData": [:]]))
    // Never answered: the goodbye is the answer.
    case "close": finish(phase == .joined ? .dismissed(SignallingDeparture(data)) : .refused(Self.sentAway(data)))
    case "newDataConsumer": send(.refused(id: id, code: 403, reason: "no data is consumed"))
    default: send(.refused(id: id, code: 404, reason: "not known here"))
    }
  }

  private mutating func asked(for media: PeerMedia, _ data: JSON, _ id: Int64) {
    send(.accepted(id: id, data: [:]))
    tell(.asked(for: media, by: data["peerId"]?.stringValue))
  }

  private mutating func silence(_ media: PeerMedia, _ id: Int64) {
    cut(media)
    tell(.silenced(media))
    send(.accepted(id: id, data: [:]))
  }

  /// What others publish is taken note of, and nothing of it is received: it is never resumed.
  private mutating func consume(_ data: JSON, _ id: Int64) {
    guard let consumer = data["id"]?.stringValue, let peer = data["peerId"]?.stringValue,
      let media = PeerMedia(kind: data["kind"]?.stringValue, appData: data["appData"])
    else { return send(.refused(id: id, code: 400, reason: "id, peerId and kind are needed")) }
    guard mode.receives, peer != identity.peer else {
      return send(.refused(id: id, code: 403, reason: "nothing is consumed"))
    }
    send(.accepted(id: id, data: [:]))
    for news in tracks.open(consumer: consumer, of: peer, media) { tell(news) }
  }

  private static func sentAway(_ data: JSON) -> ProviderFailure {
    let code = SignallingDeparture(data).code
    return ProviderFailure(
      .forbidden, executed: .no, operation: "join", vendorCode: code.map(String.init),
      vendorMessage: Redacted(scrubbed: "the service closed the connection before the room was entered"))
  }
}
