import Foundation
import MeetingContract
import ProviderCatalog
import Testing

/// The committed matrix is what a run gives: nothing vanishes, and no cell changes unseen.
@Suite struct MatrixTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/contract-matrix.md")

  @Test func theCommittedMatrixIsWhatARunGives() async throws {
    let committed = ContractMatrix(markdown: try String(contentsOf: Self.file, encoding: .utf8))
    var results: [ContractResult] = []
    for kind in ProviderCatalog.kinds {
      results += await ContractRunner(harness: kind.contractHarness()).run()
    }
    let changes = ContractMatrix(results).changes(since: committed)
    #expect(changes.isEmpty, "\(changes.joined(separator: "\n"))")
    for result in results where result.outcome.isFailure {
      Issue.record("\(result.column), \(result.behaviour): \(result.outcome.reason)")
    }
  }

  @Test func aVanishedRowAndAChangedCellAreTold() {
    let before = ContractMatrix(
      markdown: "| behaviour | layer | a |\n| --- | --- | --- |\n| x | provider | pass |\n| y | provider | pass |\n")
    let after = ContractMatrix(markdown: "| behaviour | layer | a |\n| --- | --- | --- |\n| y | provider | lacks |\n")
    #expect(after.changes(since: before) == ["x: the row vanished", "y, a: pass became lacks"])
  }
}
