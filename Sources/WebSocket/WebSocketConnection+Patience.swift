package import Clocks

extension WebSocketConnection {
  /// The next message; nil when none came in time, the connection ended or the task was cancelled.
  package func receive(within limit: Duration, _ time: any TimeSource) async -> WebSocketMessage? {
    await withTaskGroup(of: WebSocketMessage?.self) { group in
      group.addTask { await self.receive() }
      group.addTask {
        try? await time.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }
}
