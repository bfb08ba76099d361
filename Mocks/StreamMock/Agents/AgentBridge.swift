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

  private enum Outgoing: Sendable {
    case frame(JSON)
    case close(UInt16, String)
  }

  private struct State {
    var model: RealtimeModel
    var participant: String?
    var received: [JSON] = []
  }

  private let state: Mutex<State>
  private let outgoing: AsyncStream<Outgoing>
  private let feed: AsyncStream<Outgoing>.Continuation

  init(tenant: String, cid: String, userID: String, model: RealtimeModel) {
    self.tenant = tenant
    self.cid = cid
    self.userID = userID
    state = Mutex(State(model: model))
    (outgoing, feed) = AsyncStream.makeStream()
  }

  /// The agent's `user_session_id`; nil until it has joined.
  var participant: String? { state.withLock { $0.participant } }
  var voice: AgentVoice { state.withLock { $0.model.voice } }

  func joined(as participant: String) { state.withLock { $0.participant = participant } }

  /// Lets the model act and sends what comes of it.
  func act<Value: Sendable>(_ body: (inout RealtimeModel) -> (Value, [JSON])) -> Value {
    state.withLock { state in
      let (value, frames) = body(&state.model)
      for frame in frames { feed.yield(.frame(frame)) }
      return value
    }
  }

  func act(_ body: (inout RealtimeModel) -> [JSON]) { act { ((), body(&$0)) } }

  func send(_ frame: JSON) { feed.yield(.frame(frame)) }
  func close(_ code: UInt16, _ reason: String) { feed.yield(.close(code, reason)) }

  /// Moves frames both ways until either side has gone; `heard` is called after each that came.
  func serve(_ connection: WebSocketConnection, _ heard: @escaping @Sendable () -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.write(to: connection) }
      group.addTask {
        while let message = await connection.receive() {
          self.take(message.bytes)
          heard()
        }
        self.feed.finish()
      }
      await group.waitForAll()
    }
  }

  private func write(to connection: WebSocketConnection) async {
    for await next in outgoing {
      switch next {
      case .frame(let frame): await connection.send(.text(frame.bytes()))
      case .close(let code, let reason): await connection.close(code, reason)
      }
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
