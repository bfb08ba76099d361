import Foundation
import Testing

@Suite("What callers get under every fault", .serialized)
struct FaultTableTests {
  /// At most this much later than the deadline that was the cause.
  private static let slack = Duration.milliseconds(100)
  /// Cells that wait for deadlines run side by side.
  private static let width = 4

  @Test("every fault ends in time, with the right answer and nothing doubled", arguments: FaultOperation.allCases)
  func cells(_ operation: FaultOperation) async throws {
    await withTaskGroup(of: Void.self) { group in
      for (index, fault) in FaultKind.all.enumerated() {
        if index >= Self.width { await group.next() }
        group.addTask { await check(FaultRun(operation: operation, fault: fault)) }
      }
    }
  }

  @Test("the page of the documentation says the same")
  func theCommittedPage() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/fault-table.md")
    if ProcessInfo.processInfo.environment["WRITE_FAULT_TABLE"] != nil {
      try FaultPage.markdown.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == FaultPage.markdown)
  }

  @Test("every fault has its row for every operation")
  func rows() {
    for operation in FaultOperation.allCases {
      #expect(Set(FaultKind.all.map(\.name)) == Set((FaultExpectations.cells[operation] ?? [:]).keys))
    }
  }

  /// A busy machine may spoil the times of a run: three may try.
  private func check(_ run: FaultRun) async {
    let expected = FaultExpectations.cells[run.operation]?[run.fault.name]
    var seen = ""
    for _ in 0..<3 {
      do {
        let (cell, took) = try await run.cell()
        seen = "\(cell), \(took)"
        if cell == expected, took <= limit(cell, run.operation) { return }
      } catch { seen = "\(error)" }
    }
    Issue.record(
      "\(run.operation.rawValue) under \(run.fault.name): \(seen), not \(expected.map(\.description) ?? "known")")
  }

  private func limit(_ cell: FaultCell, _ operation: FaultOperation) -> Duration {
    (cell.time == .attempt ? operation.attemptDeadline : FaultBench.total) + Self.slack
  }
}
