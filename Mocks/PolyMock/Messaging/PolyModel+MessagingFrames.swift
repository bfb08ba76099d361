import JSONCoding
import MockKit

/// What clients say on a messaging socket.
extension PolyModel {
  private static let unknown = "Unknown event type or invalid message format"
  /// What a client may say. The last of them stands in no list of the vendor's.
  static let clientEvents = [
    "REQUEST_POLY_AGENT_JOIN", "USER_MESSAGE", "USER_TYPING", "USER_END_SESSION", "HEARTBEAT",
    "LINK_TO_WEBRTC_CONVERSATION",
  ]

  /// `text` is nil for a binary message, which is none of the protocol's.
  mutating func hearMessaging(_ text: [UInt8]?, on line: String, in session: String, at now: Int64) {
    guard let open = sessions[session], !open.isOver else { return }
    sessions[session]?.lastHeard = now
    guard let text, case .object(let frame)? = try? JSON.parse(text, mode: .strict),
      let name = frame["type"]?.stringValue, name.hasPrefix("EVENT_TYPE_"),
      let payload = (frame["payload"] ?? [:]).objectValue
    else { return complain(Self.unknown, on: line, at: now) }
    let type = String(name.dropFirst("EVENT_TYPE_".count))
    guard Self.clientEvents.contains(type) else {
      return complain("Event type not allowed: \(name)", on: line, at: now)
    }
    let custom = frame["metadata"]?["custom"] ?? [:]
    guard let refusal = hear(type, payload, custom, in: session, at: now) else { return }
    complain(refusal, on: line, at: now)
  }

  /// The text of a refusal; nil when all is well.
  private mutating func hear(
    _ type: String, _ payload: JSONObject, _ custom: JSON, in session: String, at now: Int64
  ) -> String? {
    switch type {
    case "HEARTBEAT": emit(type, [:], in: session, passing: true, custom: custom, at: now)
    case "LINK_TO_WEBRTC_CONVERSATION":
      guard let sid = payload["call_sid"]?.stringValue, !sid.isEmpty else { return Self.unknown }
      link(sid, with: session)
      if options.echoesLink { emit(type, payload, in: session, passing: true, custom: custom, at: now) }
    case "REQUEST_POLY_AGENT_JOIN":
      emit(type, [:], in: session, custom: custom, at: now)
      joinAgent(session, at: now)
    case "USER_MESSAGE":
      guard let text = payload["text"]?.stringValue, !text.isEmpty else { return Self.unknown }
      let message: JSONObject = ["text": .string(text), "message_id": .string(identifiers.uuid())]
      emit(type, message, in: session, custom: custom, at: now)
      reply(to: text, in: session, at: now)
    case "USER_TYPING":
      guard let state = payload["state"]?.stringValue,
        ["TYPING_STATE_STARTED", "TYPING_STATE_STOPPED"].contains(state)
      else { return Self.unknown }
    default:
      emit(type, [:], in: session, custom: custom, at: now)
      endSession(session, reason: "REASON_USER_END", at: now)
    }
    return nil
  }

  private mutating func link(_ sid: String, with session: String) {
    links[sid] = session
    sessions[session]?.callSid = sid
  }

  // MARK: The agent

  private mutating func joinAgent(_ session: String, at now: Int64) {
    guard sessions[session]?.hasAgent == false else { return }
    sessions[session]?.hasAgent = true
    emit(
      "POLY_AGENT_JOINED", ["agent_name": .string(options.agentName), "agent_avatar_url": ""], in: session, at: now)
    guard !options.greeting.isEmpty else { return }
    agentWrites(options.greeting, in: session, at: now)
  }

  /// The next of the replies that were set, or that it was heard.
  private mutating func reply(to text: String, in session: String, at now: Int64) {
    guard sessions[session]?.hasAgent == true else { return }
    let reply = replies.isEmpty ? "You said: \(text)" : replies.removeFirst()
    agentWrites(reply, in: session, at: now)
  }

  private mutating func agentWrites(_ text: String, in session: String, at now: Int64) {
    emit("POLY_AGENT_THINKING", [:], in: session, at: now)
    let words = text.split(separator: " ").count
    let isStreamed = sessions[session]?.isStreaming == true && words > 1
    tellAgentMessage(text, chunks: isStreamed ? 2 : 1, in: session, at: now)
  }

  /// Something the agent says, at once or in so many chunks and a last one that is empty.
  mutating func tellAgentMessage(_ text: String, chunks: Int, in session: String, at now: Int64) {
    let message = identifiers.uuid()
    guard chunks > 1 else {
      return emit(
        "POLY_AGENT_MESSAGE",
        [
          "message_id": .string(message), "text": .string(text), "attachments": [], "response_suggestions": [],
          "chat_call_actions": [], "end_conversation": false, "agent_name": .string(options.agentName),
          "avatar_url": "",
        ], in: session, at: now)
    }
    let letters = Array(text)
    let size = max(1, (letters.count + chunks - 1) / chunks)
    let parts = stride(from: 0, to: letters.count, by: size).map { String(letters[$0..<min($0 + size, letters.count)]) }
    for (index, part) in (parts + [""]).enumerated() {
      emit(
        "POLY_AGENT_MESSAGE_CHUNK",
        [
          "message_id": .string(message), "chunk_index": .int(index + 1), "is_complete": .bool(index == parts.count),
          "text": .string(part), "attachments": [], "response_suggestions": [],
        ], in: session, at: now)
    }
  }
}
