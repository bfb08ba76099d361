public import MeetingContract
import MeetingCore
public import Testing

/// Maps the contract's verdicts to Swift Testing: a failure is an issue, a known difference a known issue, and what a
/// provider lacks or a harness cannot show is a reported skip.
public enum ContractVerification {
  /// Runs one behaviour on every kind of room of the harness.
  public static func verify(
    _ name: String, on harness: any ContractHarness, at location: SourceLocation = #_sourceLocation
  ) async throws {
    try await verify(name, in: ContractLedger(harness: harness), at: location)
  }

  /// The same by a ledger: what it knows already is not run again.
  public static func verify(
    _ name: String, in ledger: ContractLedger, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let harness = ledger.harness
    guard let behaviour = ContractBehaviour.named(name) else {
      Issue.record("there is no behaviour called \(name)", sourceLocation: location)
      return
    }
    var shown = 0
    var reasons: [String] = []
    for kind in harness.kinds {
      let result = await ledger.result(of: behaviour, kind: kind)
      switch result.outcome {
      case .pass: shown += 1
      case .fail(let messages):
        shown += 1
        for message in messages {
          Issue.record("\(harness.name), \(kind.rawValue): \(message)", sourceLocation: location)
        }
      case .deviates(let reason):
        shown += 1
        withKnownIssue(Comment(rawValue: reason)) {
          Issue.record("\(harness.name), \(kind.rawValue) deviates", sourceLocation: location)
        }
      case .lacks(let reason), .skipped(let reason): reasons.append("\(kind.rawValue): \(reason)")
      }
    }
    if shown == 0 { try Test.cancel(Comment(rawValue: reasons.joined(separator: "; ")), sourceLocation: location) }
  }
}
