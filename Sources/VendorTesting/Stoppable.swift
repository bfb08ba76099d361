/// What runs beside a test, and must be stopped with it.
package protocol Stoppable: Sendable {
  func stop() async
}

extension Stoppable {
  /// Runs a body, and stops whatever becomes of it.
  package func whileItRuns(_ body: (Self) async throws -> Void) async throws {
    do { try await body(self) } catch {
      await stop()
      throw error
    }
    await stop()
  }
}
