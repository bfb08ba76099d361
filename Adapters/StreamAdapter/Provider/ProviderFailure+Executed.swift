import MeetingCore

extension ProviderFailure {
  /// The same failure of a later step: an earlier one was executed already.
  var afterExecution: Self {
    ProviderFailure(
      reason, executed: .yes, operation: operation, vendorStatus: vendorStatus, vendorCode: vendorCode,
      vendorMessage: vendorMessage, vendorRequestID: vendorRequestID)
  }
}
