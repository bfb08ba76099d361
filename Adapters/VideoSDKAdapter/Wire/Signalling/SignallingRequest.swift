import JSONCoding

/// A request that a peer makes of the service.
struct SignallingRequest: Sendable, Hashable {
  let method: String
  let data: JSON

  // MARK: Others

  /// Asks somebody to switch something on: they decide.
  static func ask(_ peer: String, toEnable media: PeerMedia) -> Self {
    Self(method: media.kind == "audio" ? "enablePeerMic" : "enablePeerWebcam", data: ["peerId": .string(peer)])
  }

  /// Switches somebody's microphone or camera off. Nobody is asked.
  static func disable(_ media: PeerMedia, of peer: String) -> Self {
    Self(method: media.kind == "audio" ? "disablePeerMic" : "disablePeerWebcam", data: ["peerId": .string(peer)])
  }

  static func remove(_ peer: String) -> Self { Self(method: "removePeer", data: ["peerId": .string(peer)]) }

  /// Ends the session for everybody.
  static let closeRoom = Self(method: "closeRoom", data: [:])

  /// Answers somebody who waits to be let in. The service names them in either of two ways elsewhere: so both.
  static func respond(to peer: String, isLetIn: Bool) -> Self {
    Self(
      method: "respondEntry",
      data: [
        "peerId": .string(peer), "id": .string(peer),
        "decision": .string(isLetIn ? EntryDecision.allowed : EntryDecision.denied),
      ])
  }

  // MARK: Topics

  /// `recipients` nil = everybody. A persisted message is shown to whoever subscribes later.
  static func publish(
    topic: String, message: String, payload: JSON = .null, isPersisted: Bool = false, to recipients: [String]? = nil
  ) -> Self {
    var options: JSONObject = JSONObject()
    options["persist"] = .bool(isPersisted)
    if let recipients { options["sendOnly"] = .array(recipients.map(JSON.string)) }
    var data = JSONObject()
    data["topic"] = .string(topic)
    data["message"] = .string(message)
    data["options"] = .object(options)
    if !payload.isNull { data["payload"] = payload }
    return Self(method: "pubsubPublish", data: .object(data))
  }

  /// Answered with the messages that were persisted.
  static func subscribe(topic: String) -> Self {
    Self(method: "pubsubSubscribe", data: ["topic": .string(topic)])
  }

  static func unsubscribe(topic: String) -> Self {
    Self(method: "pubsubUnsubscribe", data: ["topic": .string(topic)])
  }

  // MARK: What runs for everybody

  /// `config` as the service's REST interface takes it; null leaves everything to the service.
  static func start(_ kind: SignallingActivity.Kind, config: JSON) -> Self {
    Self(method: "start" + name(kind), data: config)
  }

  static func stop(_ kind: SignallingActivity.Kind) -> Self {
    Self(method: "stop" + name(kind), data: kind == .recording ? .null : [:])
  }

  private static func name(_ kind: SignallingActivity.Kind) -> String {
    let word = kind.rawValue
    return word.prefix(1).uppercased() + word.dropFirst()
  }
}
