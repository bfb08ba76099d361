package import JSONCoding
import Synchronization
package import WebSocket

/// What waits to go out on one connection, in its order.
package final class SocketQueue: Sendable {
  private enum Goodbye: Sendable {
    case said(code: UInt16, reason: String)
    case unsaid
  }

  private let outgoing: AsyncStream<WebSocketMessage>
  private let feed: AsyncStream<WebSocketMessage>.Continuation
  private let goodbye = Mutex<Goodbye?>(nil)
  private let silence = Atomic(false)

  /// Whoever has more than `most` messages waiting is not waited for: the connection is closed. nil = no bound.
  package init(most: Int? = nil) {
    (outgoing, feed) = AsyncStream.makeStream(bufferingPolicy: most.map { .bufferingOldest($0) } ?? .unbounded)
  }

  package func send(_ frame: JSON) { send(message: .text(frame.bytes())) }
  package func send(_ text: String) { send(message: WebSocketMessage(text)) }

  package func send(message: WebSocketMessage) {
    if isSilent { return }
    if case .dropped = feed.yield(message) { close(1008, "too slow") }
  }

  /// While true nothing that is said goes out, as when a network swallows everything. A goodbye still does.
  package var isSilent: Bool {
    get { silence.load(ordering: .relaxed) }
    set { silence.store(newValue, ordering: .relaxed) }
  }

  /// After everything that was sent before; the first goodbye holds.
  package func close(_ code: UInt16, _ reason: String) { end(.said(code: code, reason: reason)) }

  /// The connection breaks without a goodbye, once what was sent before is on its way.
  package func drop() { end(.unsaid) }

  private func end(_ how: Goodbye) {
    goodbye.withLock { $0 = $0 ?? how }
    feed.finish()
  }

  /// Moves messages both ways until either side has gone.
  package func serve(_ connection: WebSocketConnection, _ hear: @escaping @Sendable ([UInt8]) -> Void) async {
    await serve(connection, messages: { hear($0.bytes) })
  }

  /// The same, for whom texts and binary messages are not alike.
  package func serve(
    _ connection: WebSocketConnection, messages hear: @escaping @Sendable (WebSocketMessage) -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.write(to: connection) }
      group.addTask {
        while let message = await connection.receive() { hear(message) }
        self.feed.finish()
      }
      await group.waitForAll()
    }
  }

  private func write(to connection: WebSocketConnection) async {
    for await message in outgoing { await connection.send(message) }
    switch goodbye.withLock({ $0 }) {
    case .said(let code, let reason): await connection.close(code, reason)
    case .unsaid: connection.startDropping()
    case nil: break
    }
  }
}
