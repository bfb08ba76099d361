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
    let run = try PageRun(page, setup: Self.pages.map(\.setup).joined())
    defer { run.clean() }
    let result = try await run.run(demo)
    #expect(result.status == 0, "\(result.output)")
    for (block, statuses) in zip(page.blocks, result.statuses) where block.statuses != ["any"] {
      #expect(statuses == block.statuses, "\(page.path), line \(block.line)")
    }
    #expect(result.statuses.count == page.blocks.count, "\(result.output)")
    #expect(await demo.stop().status == 0)
  }
}
