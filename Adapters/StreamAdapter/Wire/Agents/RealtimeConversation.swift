import AdapterKit
import JSONCoding
import MeetingCore

/// One agent's connection as a state machine: frames and wishes in, what to do out.
struct RealtimeConversation: Sendable {
  enum Action: Sendable {
    case send(JSON)
    case emit([Fact])
    /// It is over, and was no mistake.
    case end
    case fail(ProviderFailure)
  }

  static let operation = "ConnectAgent"

  let agent: String
  /// The agent's user id at the service.
  let user: String
  let roles: RoleMap
  let secrets: [String]
  private var settings: AgentSettings
  private var dialect: RealtimeDialect?
  private var isConfigured = false
  private var connection: String?
  private var waitsNoLonger = false
  private var hasJoined = false
  private var hasLeft = false
  /// Updates that were sent and not answered.
  private var updates: Set<String> = []
  private var count = 0
  /// Calls of tools that were told, and those whose outcome has not come.
  private var calls: Set<String> = []
  private var openCalls: Set<String> = []
  private var isResponding = false
  private var owesResponse = false
  private var isSpeaking = false

  init(agent: Agent, user: String, roles: RoleMap, secrets: [String]) {
    self.agent = agent.id
    self.user = user
    self.roles = roles
    self.secrets = secrets
    settings = agent.settings
  }

  // MARK: What comes in

  mutating func take(_ frame: JSON, at now: Timestamp) -> [Action] {
    let type = frame["type"]?.stringValue ?? ""
    if type.hasPrefix("call.") { return callEvent(frame, type, at: now) }
    switch type {
    case "session.created": return begin(frame["session"])
    case "session.updated": return configured(at: now)
    case "error": return objected(frame, at: now)
    case "server_error":
      return [.fail(failure(.unavailable, code: frame["code"]?.stringValue, message: frame["message"]?.stringValue))]
    case "response.created":
      isResponding = true
      return []
    case "response.done": return responded(frame["response"], at: now)
    case "response.output_item.done": return called(frame["item"], at: now)
    case "response.audio.delta", "response.output_audio.delta": return speaking(true, at: now)
    default: return said(frame, type, at: now)
    }
  }

  mutating func take(_ request: LiveRequest) -> [Action] {
    switch request {
    case .updateAgent(let changed):
      settings = changed
      return dialect == nil ? [] : [update()]
    case .toolResult(let call, let output): return answer(call, output)
    }
  }

  /// The service has had time enough to tell of the agent's own connection.
  mutating func waitNoLonger(at now: Timestamp) -> [Action] {
    waitsNoLonger = true
    return arrival(at: now)
  }

  // MARK: The session

  private mutating func begin(_ session: JSON?) -> [Action] {
    guard dialect == nil else { return [] }
    dialect = RealtimeDialect(of: session)
    return [update()]
  }

  private mutating func update() -> Action {
    count += 1
    let id = "update_\(count)"
    updates.insert(id)
    return .send((dialect ?? .current).update(settings, id: id))
  }

  private mutating func configured(at now: Timestamp) -> [Action] {
    updates = []
    isConfigured = true
    return arrival(at: now)
  }

  /// It is there when its model has taken the settings and its connection is known, or was waited for long enough.
  private mutating func arrival(at now: Timestamp) -> [Action] {
    guard isConfigured, !hasJoined, connection != nil || waitsNoLonger else { return [] }
    hasJoined = true
    return [.emit([fact(.joined(connection: connection), at: now)])]
  }

  /// An objection to what makes the agent what it is, is the end before it is there. Any other is told and left at that.
  private mutating func objected(_ frame: JSON, at now: Timestamp) -> [Action] {
    let error = frame["error"]
    let (code, cause) = (error?["code"]?.stringValue, error?["event_id"]?.stringValue)
    let isOurs = cause.map { updates.remove($0) != nil } ?? false
    guard hasJoined || !(isOurs || dialect == nil) else {
      let reason: ProviderFailure.Reason = code == "invalid_api_key" ? .credentials : .invalid
      return [.fail(failure(reason, code: code, message: error?["message"]?.stringValue))]
    }
    let payload: JSON = [
      "agent_id": .string(agent), "code": code.map(JSON.string) ?? .null,
      "message": .string(VendorText.redacted(error?["message"]?.stringValue ?? "", secrets: secrets).text),
    ]
    return [
      .emit([
        Fact(
          occurredAt: now, source: .socket, vendorType: "error",
          .unknown(type: "agent.error", payload: JSONText(payload.text())))
      ])
    ]
  }

  // MARK: The call

  private mutating func callEvent(_ frame: JSON, _ type: String, at now: Timestamp) -> [Action] {
    var reader = EventReader(event: frame, roles: roles, receivedAt: now)
    reader.source = .socket
    guard let facts = reader.presenceFacts(type) else { return [] }
    let isOwn = frame["participant"]?["user"]?["id"]?.stringValue == user
    let told = frame["participant"]?["user_session_id"]?.stringValue
    switch type {
    case "call.session_participant_joined" where isOwn:
      connection = connection ?? told
      return [.emit(facts)] + arrival(at: now)
    case "call.session_participant_left" where isOwn && told == connection:
      return [.emit(facts + left(facts, at: now)), .end]
    default: return [.emit(facts)]
    }
  }

  private mutating func left(_ facts: [Fact], at now: Timestamp) -> [Fact] {
    guard hasJoined, !hasLeft else { return [] }
    hasLeft = true
    let reason = facts.compactMap { fact -> LeaveReason? in
      if case .left(_, _, let reason, _) = fact.detail { reason } else { nil }
    }.first
    return [fact(.left(reason: reason?.rawValue), at: now)]
  }

  // MARK: What is said and asked

  private mutating func said(_ frame: JSON, _ type: String, at now: Timestamp) -> [Action] {
    let speaker: AgentNews.Speaker = type.hasPrefix("conversation.") ? .user : .agent
    let words = frame["transcript"]?.stringValue ?? frame["text"]?.stringValue ?? ""
    guard type.hasSuffix(".done") || type.hasSuffix(".completed"), let item = frame["item_id"]?.stringValue,
      !words.isEmpty
    else { return [] }
    let key = "\(agent):\(item):\(frame["content_index"]?.integerValue ?? 0)"
    return [
      .emit([
        fact(.transcript(item: item, speaker: speaker, text: words, isFinal: true), at: now, key: key, type: type)
      ])
    ]
  }

  private mutating func speaking(_ speaks: Bool, at now: Timestamp) -> [Action] {
    guard isSpeaking != speaks else { return [] }
    isSpeaking = speaks
    return [.emit([fact(.speaking(speaks), at: now)])]
  }

  /// An item of a response that calls a tool; told once, whichever frame brings it first.
  private mutating func called(_ item: JSON?, at now: Timestamp) -> [Action] {
    guard item?["type"]?.stringValue == "function_call", let id = item?["call_id"]?.stringValue,
      let name = item?["name"]?.stringValue, calls.insert(id).inserted
    else { return [] }
    openCalls.insert(id)
    let call = AgentToolCall(id: id, name: name, arguments: item?["arguments"]?.stringValue ?? "")
    return [.emit([fact(.asked(call), at: now)])]
  }

  private mutating func responded(_ response: JSON?, at now: Timestamp) -> [Action] {
    isResponding = false
    var actions = speaking(false, at: now)
    if response?["status"]?.stringValue != "cancelled" {
      for item in response?["output"]?.arrayValue ?? [] { actions += called(item, at: now) }
    }
    return actions + goOn()
  }

  private mutating func answer(_ call: String, _ output: String) -> [Action] {
    guard openCalls.remove(call) != nil else { return [] }
    owesResponse = true
    let item: JSON = ["type": "function_call_output", "call_id": .string(call), "output": .string(output)]
    return [.send(["type": "conversation.item.create", "item": item])] + goOn()
  }

  /// The model is asked to go on once every call has its outcome, and not while it speaks: it would object.
  private mutating func goOn() -> [Action] {
    guard owesResponse, openCalls.isEmpty, !isResponding else { return [] }
    owesResponse = false
    return [.send(["type": "response.create"])]
  }

  // MARK: Parts

  private func fact(_ news: AgentNews, at now: Timestamp, key: String? = nil, type: String? = nil) -> Fact {
    Fact(occurredAt: now, source: .socket, key: key, vendorType: type, .agent(agent, news))
  }

  func failure(_ reason: ProviderFailure.Reason, code: String? = nil, message: String? = nil) -> ProviderFailure {
    ProviderFailure(
      reason, executed: hasJoined ? .yes : .maybe, operation: Self.operation,
      vendorCode: code.map { VendorText.redacted($0, secrets: secrets).text },
      vendorMessage: message.map { VendorText.redacted($0, secrets: secrets) })
  }
}
