import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: failures")
  struct Failures {
    @Test("A vendor that refuses our credentials is told so.", arguments: Contract.vendors)
    func badCredentialsAreTold(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("bad-credentials-are-told", in: vendor.ledger)
    }

    @Test("A 429 gives its pause.", arguments: Contract.vendors)
    func aRateLimitSaysWhen(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-rate-limit-says-when", in: vendor.ledger)
    }

    @Test("A 503 is unavailable.", arguments: Contract.vendors)
    func anUnavailableVendorIsTold(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-unavailable-vendor-is-told", in: vendor.ledger)
    }

    @Test("A proxy's page is a bad answer or unavailable, not a crash.", arguments: Contract.vendors)
    func aPageIsNoAnswer(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-page-is-no-answer", in: vendor.ledger)
    }

    @Test("A success that cannot be read is a bad answer.", arguments: Contract.vendors)
    func brokenJsonIsNoAnswer(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("broken-json-is-no-answer", in: vendor.ledger)
    }

    @Test("A vendor that says nothing is given up at the deadline.", arguments: Contract.vendors)
    func silenceTimesOut(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("silence-times-out", in: vendor.ledger)
    }

    @Test("A cancelled call returns at once as cancelled.", arguments: Contract.vendors)
    func cancellationEndsPromptly(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("cancellation-ends-promptly", in: vendor.ledger)
    }

    @Test("When the time is over before the start, the vendor hears nothing.", arguments: Contract.vendors)
    func aPastDeadlineSendsNothing(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-past-deadline-sends-nothing", in: vendor.ledger)
    }

    @Test("A create whose answer never came says that it may be done.", arguments: Contract.vendors)
    func aCreateOfUnknownOutcomeIsTold(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-create-of-unknown-outcome-is-told", in: vendor.ledger)
    }
  }
}
