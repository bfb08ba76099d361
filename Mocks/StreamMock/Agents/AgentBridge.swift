import JSONCoding
import MockKit
import Synchronization
import WebSocket

/// One agent's connection: the model behind it, and what waits to go out.
final class AgentBridge: Sendable {
  /// Where the agent is.
  let tenant: String
  let cid: String
  let userID: String

  private struct State {
    var model: RealtimeModel
    var participant: String?
    var received: [JSON] = []
  }

  private let state: Mutex<State>
  private let queue = SocketQueue()

  init(tenant: String, cid: String, userID: String, model: RealtimeModel) {
    self.tenant = tenant
    self.cid = cid
    self.userID = userID
    state = Mutex(State(model: model))
  }

  /// The agent's `user_session_id`; nil until it has joined.
  var participant: String? { state.withLock { $0.participant } }
  var voice: AgentVoice { state.withLock { $0.model.voice } }

  func joined(as participant: String) { state.withLock { $0.participant = participant } }

  /// Lets the model act and sends what comes of it.
  func act<Value: Sendable>(_ body: (inout RealtimeModel) -> (Value, [JSON])) -> Value {
    state.withLock { state in
      let (value, frames) = body(&state.model)
      for frame in frames { queue.send(frame) }
      return value
    }
  }

  func act(_ body: (inout RealtimeModel) -> [JSON]) { act { ((), body(&$0)) } }

  func send(_ frame: JSON) { queue.send(frame) }
  func close(_ code: UInt16, _ reason: String) { queue.close(code, reason) }

  /// Moves frames both ways until either side has gone; `heard` is called after each that came.
  func serve(_ connection: WebSocketConnection, _ heard: @escaping @Sendable () -> Void) async {
    await queue.serve(connection) { message in
      self.take(message)
      heard()
    }
  }

  private func take(_ bytes: [UInt8]) {
    act { $0.hear(bytes) }
    guard let frame = try? JSON.parse(bytes, mode: .strict) else { return }
    // Sound is not kept.
    if frame["type"]?.stringValue != "input_audio_buffer.append" { state.withLock { $0.received.append(frame) } }
  }

  /// For people and tests to look at.
  var document: JSON {
    state.withLock { state in
      [
        "user_id": .string(userID), "call_cid": .string(cid), "session_id": .text(state.participant),
        "events": .string(state.model.dialect.rawValue), "session": .object(state.model.session.document),
        "speaking": .bool(state.model.isSpeaking), "items": .array(state.model.items),
        "received": .array(state.received),
      ]
    }
  }
}
