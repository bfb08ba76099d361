import JSONCoding
import ProgramTesting
import Synchronization

/// Somebody who uses the gateway as it is meant to be used while others do not, and remembers what went wrong.
final class NormalClient: Sendable {
  struct Report: Sendable {
    var answers = 0
    var wrong: [String] = []
    var slowest = Duration.zero
  }

  private let gateway: LoadedGateway
  private let room: String
  private let report = Mutex(Report())

  init(_ gateway: LoadedGateway, _ room: String) {
    self.gateway = gateway
    self.room = room
  }

  /// Is served, over and over, until `work` has ended; at least twice.
  func served<Value: Sendable>(during work: @Sendable @escaping () async throws -> Value) async throws -> (
    value: Value, report: Report
  ) {
    async let value = work()
    let isOver = Mutex(false)
    async let loop: Void = use { isOver.withLock { $0 } }
    do { _ = try await value } catch {
      isOver.withLock { $0 = true }
      throw error
    }
    isOver.withLock { $0 = true }
    await loop
    return (try await value, report.withLock { $0 })
  }

  private func use(until isOver: () -> Bool) async {
    var round = 0
    while round < 2 || !isOver() {
      round += 1
      await ask("200") {
        try await self.gateway.api.get("/v1/rooms/\(self.room)")
      } right: {
        $0["id"] == .string(self.room)
      }
      await ask("404 not_found") {
        try await self.gateway.api.get("/v1/rooms/room_none")
      } right: { _ in
        true
      }
      await ask("200") {
        try await self.gateway.api.send("PATCH", "/v1/rooms/\(self.room)", Array(#"{"title":"\#(round)"}"#.utf8))
      } right: {
        $0["title"] == .string("\(round)")
      }
    }
  }

  private func ask(_ expected: String, _ send: () async throws -> Reply, right: (Reply) -> Bool) async {
    do {
      let reply = try await send()
      report.withLock { report in
        report.answers += 1
        report.slowest = max(report.slowest, reply.took)
        if reply.summary != expected || !right(reply) {
          report.wrong.append("\(reply.status) \(reply.text.prefix(200))")
        }
      }
    } catch { report.withLock { $0.wrong.append("\(error)") } }
  }
}
