import JSONCoding
import WebSocket

/// What waits to go out on one coordinator connection.
final class CoordinatorSocket: Sendable {
  private enum Outgoing: Sendable {
    case text(String)
    case close(UInt16, String)
  }

  private let outgoing: AsyncStream<Outgoing>
  private let feed: AsyncStream<Outgoing>.Continuation

  init() { (outgoing, feed) = AsyncStream.makeStream() }

  func send(_ frame: JSON) { feed.yield(.text(frame.text())) }
  func send(_ text: String) { feed.yield(.text(text)) }
  func close(_ code: UInt16, _ reason: String) { feed.yield(.close(code, reason)) }

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
    for await next in outgoing {
      switch next {
      case .text(let text): await connection.send(WebSocketMessage(text))
      case .close(let code, let reason): await connection.close(code, reason)
      }
    }
  }
}
