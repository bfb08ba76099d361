import JSONCoding
import Synchronization
import WebSocket

/// What waits to go out on one media connection; a bounded number of frames.
final class StreamMediaOutlet: Sendable {
  /// Whoever is so far behind is not waited for.
  private static let most = 4_096

  private struct Goodbye: Sendable {
    let code: UInt16
    let reason: String
  }

  private let outgoing: AsyncStream<String>
  private let feed: AsyncStream<String>.Continuation
  private let goodbye = Mutex<Goodbye?>(nil)

  init() { (outgoing, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.most)) }

  func send(_ frame: JSON) { send(frame.text()) }

  func send(_ text: String) {
    if case .dropped = feed.yield(text) { close(1008, "too slow") }
  }

  /// After everything that was sent before; the first goodbye holds.
  func close(_ code: UInt16, _ reason: String) {
    goodbye.withLock { $0 = $0 ?? Goodbye(code: code, reason: reason) }
    feed.finish()
  }

  /// Moves messages both ways until either side has gone.
  func serve(_ connection: WebSocketConnection, _ hear: @escaping @Sendable ([UInt8]) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.write(to: connection) }
      group.addTask {
        while let message = await connection.receive() { hear(message.bytes) }
        self.feed.finish()
      }
      await group.waitForAll()
    }
  }

  private func write(to connection: WebSocketConnection) async {
    for await text in outgoing { await connection.send(WebSocketMessage(text)) }
    guard let goodbye = goodbye.withLock({ $0 }) else { return }
    await connection.close(goodbye.code, goodbye.reason)
  }
}
