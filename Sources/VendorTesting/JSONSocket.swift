import Clocks
package import JSONCoding
import MockKit
import Synchronization
package import WebSocket

/// One end of a socket that speaks JSON, used by one task at a time: what it heard and nobody asked for yet waits in order.
package final class JSONSocket: Sendable {
  package let socket: WebSocketConnection
  private let waiting = Mutex<[JSON]>([])

  package init(_ socket: WebSocketConnection) { self.socket = socket }

  package func say(_ frame: JSON) async { await socket.send(.text(frame.bytes())) }
  package func say(text: String) async { await socket.send(WebSocketMessage(text)) }

  /// The next message from the wire; nil at the end, or when none comes in ten seconds.
  package func message() async -> WebSocketMessage? { await socket.receive(within: .seconds(10), SystemTime()) }

  /// The first frame that fits; the others wait. What is no JSON is a text.
  package func frame(_ fits: (JSON) -> Bool) async -> JSON? {
    let known = waiting.withLock { waiting in
      waiting.firstIndex(where: fits).map { waiting.remove(at: $0) }
    }
    if let known { return known }
    while let frame = await receive() {
      if fits(frame) { return frame }
      waiting.withLock { $0.append(frame) }
    }
    return nil
  }

  /// The next frame, whatever it is.
  package func next() async -> JSON? { await frame { _ in true } }

  /// What waits, in order; it waits no more.
  package func takeWaiting() -> [JSON] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }

  /// How the connection ended, once it has.
  package func closure() async -> WebSocketClosure? {
    while await receive() != nil {}
    return socket.closure
  }

  private func receive() async -> JSON? {
    guard let message = await message() else { return nil }
    return (try? JSON.parse(message.bytes, mode: .strict)) ?? .string(String(decoding: message.bytes, as: UTF8.self))
  }
}
