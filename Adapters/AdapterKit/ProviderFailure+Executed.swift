package import MeetingCore

extension ProviderFailure {
  /// The same failure of a later step: an earlier one was executed already.
  package var afterExecution: Self { with(.yes) }

  /// The same failure of an earlier step, which does no harm twice: what matters was not asked for yet.
  package var beforeExecution: Self { with(.no) }

  private func with(_ executed: Executed) -> Self {
    ProviderFailure(
      reason, executed: executed, operation: operation, vendorStatus: vendorStatus, vendorCode: vendorCode,
      vendorMessage: vendorMessage, vendorRequestID: vendorRequestID)
  }
}
