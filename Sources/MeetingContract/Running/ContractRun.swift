public import MeetingCore

/// What a behaviour works with.
public struct ContractRun: Sendable {
  public let fixture: ContractFixture
  public let kind: RoomKind
  public let report: ContractReport
  /// What goes on beside it; ended by whoever runs the behaviour.
  let chores = Chores()

  public init(fixture: ContractFixture, kind: RoomKind, report: ContractReport) {
    self.fixture = fixture
    self.kind = kind
    self.report = report
  }

  public var provider: any MeetingProvider { fixture.provider }
  /// What the provider itself offers; empty when it lacks the kind.
  public var offering: Offering { provider.offering(for: kind) ?? Offering() }

  /// A context with the time an ordinary control has.
  public func context(_ limit: Duration = .seconds(5), actor: String? = nil, key: String? = nil) -> CallContext {
    CallContext(deadline: ContinuousClock.now.advanced(by: limit), actor: actor, idempotencyKey: key)
  }

  /// The harness's part, or a reported skip.
  public func devices() throws -> any DeviceControls { try part(fixture.devices, "moves no devices") }
  /// What reads the vendor's journal; throws a skip where the harness has none.
  public func journal() throws -> any JournalControls { try part(fixture.journal, "reads no journal") }
  /// What makes the vendor fail; throws a skip where the harness cannot.
  public func faults() throws -> any FaultControls { try part(fixture.faults, "injects no faults") }
  /// What catches the vendor's deliveries; throws a skip where the harness cannot.
  public func hooks() throws -> any HookControls { try part(fixture.hooks, "delivers no webhooks") }

  /// What cuts the connections over which rooms are followed; throws a skip where the harness cannot.
  public func feed() throws -> any FeedControls { try part(fixture.feed, "cuts no connections") }

  /// What plays the vendor's side of calls; throws a skip where the harness cannot.
  public func calls() throws -> any CallControls { try part(fixture.calls, "plays no calls") }

  private func part<Part>(_ part: Part?, _ reason: String) throws -> Part {
    if let part { return part }
    try report.skip("the harness \(reason)")
  }

  /// Polls until `condition` holds, less and less often; false when it does not within `limit`.
  public func eventually(within limit: Duration = .seconds(5), _ condition: () async throws -> Bool) async throws
    -> Bool
  {
    let deadline = ContinuousClock.now.advanced(by: limit)
    var pause = Duration.milliseconds(5)
    while true {
      if try await condition() { return true }
      guard ContinuousClock.now < deadline else { return false }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(40))
    }
  }
}
