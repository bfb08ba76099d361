import ProgramTesting
import Testing

/// Runs one gateway that never reads its vendor by itself, for all tests of a suite. Afterwards it must live, and stop when
/// asked.
struct SharedGateway: SuiteTrait, TestScoping {
  @TaskLocal static var running: (served: Served, api: Caller)?

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let served = try await Served.start(
      logLevel: "error", settings: ["RECONCILIATION__REQUESTS_PER_MINUTE": "0"])
    let api = served.caller(try await served.key())
    do { try await Self.$running.withValue((served, api)) { try await function() } } catch {
      _ = await served.stop()
      throw error
    }
    #expect(try await api.get("/livez").status == 200)
    let end = await served.stop()
    #expect(end.gateway == 0, "the gateway stops when it is asked to: \(served.gateway.errors)")
  }
}

extension Trait where Self == SharedGateway {
  static var sharedGateway: Self { SharedGateway() }
}
