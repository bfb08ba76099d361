/// The table as a page of the documentation.
enum FaultPage {
  static let head = """
    # What callers get when a vendor fails

    Each operation under each fault that the vendors' mocks can inject, on the real adapters and HTTP client. The fault strikes
    every time, then it is over. Measured by a test, which also holds the times to their deadlines: one attempt has 5 s to begin
    its answer (10 s for a create), all attempts together 14 s. `at once` includes the short pauses between attempts. Each
    failure names the provider and its operation, and no secret. `WRITE_FAULT_TABLE=1 swift test --filter theCommittedPage`
    writes this page anew.

    A 503 or 504 may be repeated as it is: creates under their `Idempotency-Key`. The last column shows that nothing is ever
    doubled by it but messages, of which nobody knows whether they went out. A meeting of VideoSDK's that was made, and is not
    found when it is looked up, is looked for again a while later, and ended.


    """

  static var markdown: String {
    head
      + VendorKind.allCases.map { kind in
        "## \(kind.title)\n\n" + FaultOperation.all(of: kind).map(section).joined(separator: "\n")
      }.joined(separator: "\n")
  }

  private static func section(_ operation: FaultOperation) -> String {
    let rows = operation.faults.map { fault in
      line([fault.name] + (operation.cells[fault.name]?.columns ?? []))
    }
    let columns = ["fault", "caller gets", "after", "attempts", "at the vendor", "in the gateway", "repeated later"]
    return "### \(operation.heading)\n\n" + line(columns) + line(columns.map { _ in "---" }) + rows.joined()
  }

  private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
}
