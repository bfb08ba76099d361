/// Carries a changed room to the vendor, within the vendor's limits.
public protocol Updating: Sendable {
  /// `spec` is the whole room as it shall be; the adapter sends what the vendor can take.
  func update(_ room: ProviderRoom, to spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
}
