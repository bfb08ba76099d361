import JSONCoding

/// Topics: whatever is agreed upon among clients goes over them.
extension VideoSDKTenant {
  /// Publishes a message as a participant who is in; nil when it is not.
  @discardableResult
  mutating func publish(
    topic: String, text: String, by participantID: String, in roomID: String, payload: JSON? = nil,
    recipients: [String]? = nil, isPersistent: Bool = false, at now: Int64
  ) -> VideoSDKMessage? {
    guard let sender = participant(participantID, in: roomID), let sessionID = rooms[roomID]?.sessionID else {
      return nil
    }
    let message = VideoSDKMessage(
      id: identifiers.object(), topic: topic, text: text, senderID: participantID, senderName: sender.name, at: now,
      payload: payload, recipients: recipients, isPersistent: isPersistent)
    if isPersistent { sessions[sessionID]?.messages[topic, default: []].append(message) }
    announce(.message(message), in: roomID, at: now)
    obey(message, in: roomID, at: now)
    return message
  }

  /// What was said on a topic before and kept, as far as the participant may hear it.
  func history(of topic: String, for participantID: String, in roomID: String) -> [VideoSDKMessage] {
    session(of: roomID)?.messages[topic]?.filter { $0.isHeard(by: participantID) } ?? []
  }

  /// Devices of the control plane's change their mode when they are asked to, as cooperating clients do.
  private mutating func obey(_ message: VideoSDKMessage, in roomID: String, at now: Int64) {
    guard options.devicesObeyModeRequests, message.topic.hasPrefix(Self.modeTopic) else { return }
    let id = String(message.topic.dropFirst(Self.modeTopic.count))
    guard let target = participant(id, in: roomID), target.isDriven, message.isHeard(by: id),
      let mode = Self.requestedMode(message)
    else { return }
    setMode(mode, of: id, in: roomID, at: now)
  }

  private static let modeTopic = "CHANGE_MODE_"

  /// The mode is in a document, either as the text or as the payload.
  private static func requestedMode(_ message: VideoSDKMessage) -> VideoSDKMode? {
    let text = try? JSON.parse(Array(message.text.utf8), mode: .strict)
    let named = text?["mode"] ?? message.payload?["mode"]
    return named?.stringValue.flatMap(VideoSDKMode.init(named:))
  }
}
