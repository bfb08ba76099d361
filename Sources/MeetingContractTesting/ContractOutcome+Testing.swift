public import MeetingContract
public import Testing

extension ContractOutcome {
  /// Tells Swift Testing: failures are issues, what a provider lacks or a harness cannot show cancels the test with its
  /// reason, and a known deviation is a known issue. Call it at the end of a test.
  public func tell(
    _ subject: String, at sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    switch self {
    case .pass: return
    case .fail(let messages):
      for message in messages { Issue.record("\(subject): \(message)", sourceLocation: sourceLocation) }
    case .lacks(let reason), .skipped(let reason):
      try Test.cancel("\(subject): \(reason)", sourceLocation: sourceLocation)
    case .deviates(let reason):
      withKnownIssue("\(subject): \(reason)") {
        Issue.record("deviates", sourceLocation: sourceLocation)
      }
    }
  }
}
