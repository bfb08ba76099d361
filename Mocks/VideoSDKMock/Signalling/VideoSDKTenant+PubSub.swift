import Clocks
import JSONCoding
import MockKit

/// Topics and the room's store, as clients use them.
extension VideoSDKTenant {
  mutating func exchange(
    _ method: VideoSDKSignalMethod, _ body: VideoSDKBody, by peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) -> JSON {
    let topic = try body.required("topic")
    switch method {
    case .pubsubSubscribe:
      change(peer: peer.id) { $0.topics.insert(topic) }
      return ["messages": messageDocuments(topic, for: peer)]
    case .pubsubUnsubscribe: change(peer: peer.id) { $0.topics.remove(topic) }
    default:
      guard let text = try body.string("message") else { throw .invalid("message", "is required") }
      let options = try body.object("options")
      publish(
        topic: topic, text: text, by: peer.peerID, in: peer.roomID, payload: body["payload"],
        recipients: try options?.strings("sendOnly"), isPersistent: try options?.bool("persist") ?? false, at: now)
    }
    return [:]
  }

  /// What was said on a topic before, as far as the participant may hear it.
  func messageDocuments(_ topic: String, for peer: VideoSDKPeer) -> JSON {
    .array(history(of: topic, for: peer.peerID, in: peer.roomID).map { .object(messageDocument($0)) })
  }

  /// The sender is who the connection belongs to, whatever the message says.
  func messageDocument(_ message: VideoSDKMessage) -> JSONObject {
    var document: JSONObject = [
      "id": .string(message.id), "topic": .string(message.topic), "message": .string(message.text),
      "senderId": .string(message.senderID), "senderName": .string(message.senderName),
      "timestamp": timestamp(message.at),
    ]
    if let payload = message.payload { document["payload"] = payload }
    if let recipients = message.recipients { document["sendOnly"] = .strings(recipients) }
    return document
  }

  private func timestamp(_ time: Int64) -> JSON {
    switch options.signalling.timestamp {
    case .iso8601: .string(RFC3339.format(time))
    case .milliseconds: .string(String(time / 1_000_000))
    }
  }

  // MARK: The store

  mutating func store(
    _ method: VideoSDKSignalMethod, _ body: VideoSDKBody, by peer: VideoSDKPeer
  ) throws(VideoSDKRefusal) -> JSON {
    let key = try body.required("key")
    switch method {
    case .realtimeStoreObserve: change(peer: peer.id) { $0.watchedKeys.insert(key) }
    case .realtimeStoreStopObserve: change(peer: peer.id) { $0.watchedKeys.remove(key) }
    case .realtimeStoreSet: set(key, body["value"], by: peer)
    default: break
    }
    return ["key": .string(key), "value": signalling.stores[peer.roomID]?[key]?.value ?? .null]
  }

  /// No value takes the key away.
  private mutating func set(_ key: String, _ value: JSON?, by peer: VideoSDKPeer) {
    signalling.stores[peer.roomID, default: [:]][key] = value.map {
      VideoSDKSignalling.Value(value: $0, updatedBy: peer.peerID)
    }
    for other in peers(in: peer.roomID) where other.isInside && other.watchedKeys.contains(key) {
      notify(
        other.id, "realtimeStoreValueChanged",
        ["key": .string(key), "value": value ?? .null, "updatedBy": .string(peer.peerID)])
    }
  }
}
