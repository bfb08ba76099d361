package import Clocks

/// A mock vendor that this build has.
package struct MockKind: Sendable {
  /// The vendor's short name.
  package let name: String
  package let start: @Sendable (MockSettings, any TimeSource) async throws -> RunningMock
  /// Each route, event and fault with the evidence for it.
  package let provenance: @Sendable () -> String
}

extension ProviderKind {
  /// The mock that stands in for this kind's vendor.
  package var mock: MockKind { MockKind(name: kind, start: startMock, provenance: mockProvenance) }
}
