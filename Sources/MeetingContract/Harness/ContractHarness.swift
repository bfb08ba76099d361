public import MeetingCore

/// What an integrator supplies to run the contract over an adapter: a provider per behaviour, and as much control over its
/// vendor as there is. Behaviours that need more than there is are reported as skipped.
public protocol ContractHarness: Sendable {
  /// The column's name, e.g. the provider's kind.
  var name: String { get }
  /// The kinds of room to try.
  var kinds: [RoomKind] { get }
  /// Known differences of the vendor by the behaviour's name, with the reason. One that stops occurring is a failure.
  var deviations: [String: String] { get }

  /// A fresh provider and vendor for one behaviour. `manualClock` asks for a clock that the fixture can step; a harness that
  /// has none ignores it.
  func makeFixture(manualClock: Bool) async throws -> ContractFixture
}

extension ContractHarness {
  public var deviations: [String: String] { [:] }
}
