import Foundation
import ProgramTesting
import Testing

/// The commands that the documents show do what the documents say.
@Suite struct CommandTests {
  static let pages: [Page] = {
    let guide = (try? FileManager.default.contentsOfDirectory(atPath: Repository.url("docs/guide").path)) ?? []
    let paths = ["README.md"] + guide.filter { $0.hasSuffix(".md") }.sorted().map { "docs/guide/\($0)" }
    return paths.compactMap { path in (try? Repository.text(path)).map { Page(path: path, text: $0) } }
  }()

  @Test func theReadmeAndTheGuideHaveCommandsToRun() {
    #expect(Self.pages.first?.blocks.isEmpty == false)
    #expect(Self.pages.count { !$0.blocks.isEmpty } > 8)
    #expect(Self.pages.count { !$0.setup.isEmpty } == 1, "one page tells the setup")
  }

  @Test(arguments: pages.filter { !$0.blocks.isEmpty })
  func everyRequestIsAnsweredAsThePageSays(_ page: Page) async throws {
    let demo = try await Demo.start()
    try await Self.run([page], demo)
    #expect(await demo.stop().status == 0)
  }

  @Test func theGuideWorksFromFirstPageToLastInOneShellAndLeavesNothingRunning() async throws {
    let demo = try await Demo.start()
    let result = try await Self.run(Self.pages.filter { $0.path.hasPrefix("docs/guide/") }, demo)
    #expect(result.running == [])
    #expect(result.variables == "\(demo.api.url) \(demo.key) \(demo.mock.url)", "no page puts others in their place")
    #expect(await demo.stop().status == 0)
  }

  @discardableResult
  private static func run(_ pages: [Page], _ demo: Demo) async throws -> PageRun.Result {
    let run = try PageRun(pages, setup: Self.pages.map(\.setup).joined())
    defer { run.clean() }
    let result = try await run.run(demo)
    #expect(result.status == 0, "\(result.output)")
    let blocks = pages.flatMap { page in page.blocks.map { (page.path, $0) } }
    for ((path, block), statuses) in zip(blocks, result.statuses) where block.statuses != ["any"] {
      #expect(statuses == block.statuses, "\(path), line \(block.line)")
    }
    #expect(result.statuses.count == blocks.count, "\(result.output)")
    return result
  }
}
