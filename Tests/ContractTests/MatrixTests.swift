import Foundation
import MeetingContract
import MeetingContractTesting
import Testing

/// The committed matrix is what a run gives: nothing vanishes, and no cell changes unseen.
extension Contract {
  @Suite("Contract: the matrix") struct MatrixTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/contract-matrix.md")

    private static let head = """
      # What holds where

      Each behaviour of the contract on each provider and kind of room, on the provider's mock. `pass`: it holds. `lacks`: the
      provider does not claim it, or it is about another kind of room (backstage is for audio rooms); a run says which.
      `deviates`: a known difference of the vendor, told in its harness; it fails once it is gone.
      A test compares this page with a run; `WRITE_CONTRACT_MATRIX=1 swift test --filter theCommittedMatrix` writes it anew.


      """

    @Test func theCommittedMatrixIsWhatARunGives() async throws {
      var results: [ContractResult] = []
      for vendor in Contract.vendors { results += await vendor.ledger.results() }
      if ProcessInfo.processInfo.environment["WRITE_CONTRACT_MATRIX"] != nil {
        try (Self.head + ContractMatrix(results).markdown).write(to: Self.file, atomically: true, encoding: .utf8)
      }
      let committed = ContractMatrix(markdown: try String(contentsOf: Self.file, encoding: .utf8))
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

    @Test func everyBehaviourHasATestOfItsOwn() throws {
      let names = ContractBehaviour.all.map(\.name)
      #expect(Set(names).count == names.count)
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Behaviours")
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      let sources = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
      for name in names { #expect(sources.contains("verify(\"\(name)\""), "\(name) has no test function") }
    }
  }
}
