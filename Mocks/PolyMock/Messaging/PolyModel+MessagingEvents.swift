import Clocks
import JSONCoding
import MockKit

/// What clients on a messaging socket are told.
extension PolyModel {
  /// Something has happened in a session: it is remembered unless it passes, and told to everybody on its sockets.
  mutating func emit(
    _ type: String, _ payload: JSONObject, in id: String, passing: Bool = false, custom: JSON = [:], at now: Int64
  ) {
    guard let session = sessions[id] else { return }
    let event = PolySession.Event(
      id: identifiers.uuid(), sequence: passing ? nil : session.nextSequence, at: now, type: type, payload: payload,
      custom: custom)
    if !passing { sessions[id]?.events.append(event) }
    for line in messagingLines(of: id) where line.isReady { say(Self.document(event), on: line.id) }
  }

  func messagingLines(of session: String) -> [PolyLine] {
    (sessions[session]?.lines ?? []).compactMap { lines[$0] }
  }

  static func document(_ event: PolySession.Event, payload: String = "payload") -> JSON {
    [
      "id": .string(event.id), "sequence": event.sequence.map(JSON.int) ?? .null,
      "timestamp": .string(RFC3339.format(event.at)), "type": .string("EVENT_TYPE_" + event.type),
      payload: .object(event.payload), "metadata": ["custom": event.custom],
    ]
  }

  /// A socket that has just opened hears what has been, and from now on what comes.
  mutating func welcome(_ id: String, at now: Int64) {
    guard let line = lines[id], case .messaging(let session) = line.kind, !line.isReady else { return }
    lines[id]?.isReady = true
    let events = sessions[session]?.events ?? []
    let history = events.filter { $0.type == "SESSION_START" || ($0.sequence ?? 0) > line.cursor }
    switch options.sessionStart {
    case .never:
      let rest = history.filter { $0.type != "SESSION_START" }
      if !rest.isEmpty { sayBatch(rest.map { nested($0) }, on: id, at: now) }
    case .bare: for event in history { say(Self.document(event), on: id) }
    case .alone, .withoutTimestamp, .withoutID: sayBatch(history.map { nested($0) }, on: id, at: now)
    case .batched:
      let notice = PolySession.Event(
        id: identifiers.uuid(), sequence: nil, at: now, type: "SYSTEM_MESSAGE",
        payload: ["level": "SYSTEM_MESSAGE_LEVEL_INFO", "message": "Session started"], custom: [:])
      sayBatch((history + [notice]).map { nested($0) }, on: id, at: now)
    }
  }

  /// An event as it stands in a batch.
  private func nested(_ event: PolySession.Event) -> JSON {
    let member = options.payloadMember == .payload ? "payload" : event.type.lowercased()
    guard case .object(var document) = Self.document(event, payload: member) else { return .null }
    if options.sessionStart == .withoutTimestamp { document["timestamp"] = nil }
    if options.sessionStart == .withoutID { document["id"] = nil }
    return .object(document)
  }

  private mutating func sayBatch(_ events: [JSON], on line: String, at now: Int64) {
    say(
      [
        "id": .string(identifiers.uuid()), "sequence": nil, "timestamp": .string(RFC3339.format(now)),
        "type": "EVENT_TYPE_EVENT_BATCH", "payload": ["events": .array(events)], "metadata": ["custom": [:]],
      ], on: line)
  }

  /// Tells one client what was wrong with what it said.
  mutating func complain(_ text: String, on line: String, at now: Int64) {
    let event = PolySession.Event(
      id: identifiers.uuid(), sequence: nil, at: now, type: "SYSTEM_MESSAGE",
      payload: ["level": "SYSTEM_MESSAGE_LEVEL_ERROR", "message": .string(text)], custom: [:])
    say(Self.document(event), on: line)
  }

  // MARK: The end

  /// Nothing was heard for as long as a session lives, or somebody has spoken since.
  mutating func sessionMayBeIdle(_ id: String, at now: Int64) {
    guard let session = sessions[id], !session.isOver else { return }
    let limit = session.lastHeard + Self.nanoseconds(seconds: options.sessionIdleSeconds)
    guard limit <= now else { return agenda.add(.sessionIdle(id: id), at: limit) }
    endSession(id, reason: "REASON_USER_ABANDONED", at: now)
  }

  mutating func endSession(_ id: String, reason: String, at now: Int64) {
    guard sessions[id]?.isOver == false else { return }
    emit("SESSION_END", ["reason": .string(reason)], in: id, at: now)
    sessions[id]?.isOver = true
    for line in messagingLines(of: id) { say(.close(code: 1000, reason: ""), on: line.id) }
  }
}
