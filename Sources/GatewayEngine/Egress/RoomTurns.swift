import Synchronization

/// One at a time per name: who comes while somebody is at it waits for their turn.
final class RoomTurns: Sendable {
  private let lines = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

  func turn<Value: Sendable, Failure: Error>(_ name: String, _ body: () async throws(Failure) -> Value)
    async throws(Failure) -> Value
  {
    await enter(name)
    defer { leave(name) }
    return try await body()
  }

  private func enter(_ name: String) async {
    await withCheckedContinuation { continuation in
      let isFree = lines.withLock { lines in
        guard lines[name] != nil else {
          lines[name] = []
          return true
        }
        lines[name]?.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func leave(_ name: String) {
    let next = lines.withLock { lines -> CheckedContinuation<Void, Never>? in
      guard lines[name]?.isEmpty == false else {
        lines[name] = nil
        return nil
      }
      return lines[name]?.removeFirst()
    }
    next?.resume()
  }
}
