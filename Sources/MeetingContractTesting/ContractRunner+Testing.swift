public import MeetingContract
public import MeetingCore
public import Testing

extension ContractRunner {
  /// Runs one behaviour by name and tells Swift Testing how it came out.
  public func test(
    _ name: String, kind: RoomKind, at sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    guard let behaviour = ContractBehaviour.named(name) else {
      Issue.record("there is no behaviour \(name)", sourceLocation: sourceLocation)
      return
    }
    let result = await run(behaviour, kind: kind)
    try result.outcome.tell("\(result.column), \(name)", at: sourceLocation)
  }
}
