import ProgramTesting
import Testing

/// Runs one demo for all tests of a suite. At the end it must stop when asked, and have let no secret slip.
struct SharedDemo: SuiteTrait, TestScoping {
  @TaskLocal static var running: Demo?

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let demo = try await Demo.start()
    do { try await Self.$running.withValue(demo) { try await function() } } catch {
      _ = await demo.stop()
      throw error
    }
    let alive = try await demo.api.get("/livez")
    #expect(alive.status == 200)
    let end = await demo.stop()
    #expect(end.status == 0, "the demo stops when it is asked to: \(demo.process.errors)")
    #expect(end.slips == [], "no secret leaves its place")
  }
}

extension Trait where Self == SharedDemo {
  static var sharedDemo: Self { SharedDemo() }
}

/// The demo of the suite that runs.
var demo: Demo {
  get throws {
    guard let demo = SharedDemo.running else { throw Failure("the suite has no demo") }
    return demo
  }
}
