import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: failures through the API")
  struct FacadeFailures {
    @Test("A create that ran out of time is 504, then exactly one room.", arguments: Contract.vendors)
    func aLateCreateSettlesToOneRoom(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-late-create-settles-to-one-room", in: vendor.ledger)
    }

    @Test("A create whose answer was lost, sent again, is exactly one room.", arguments: Contract.vendors)
    func aLostCreateIsOneRoom(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-lost-create-is-one-room", in: vendor.ledger)
    }

    @Test("A vendor's 429 is 503 with its pause.", arguments: Contract.vendors)
    func aVendorRateLimitIs503(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-vendor-rate-limit-is-503", in: vendor.ledger)
    }

    @Test("A vendor that is down is 503 and leaves no room behind.", arguments: Contract.vendors)
    func anUnavailableVendorIs503(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-unavailable-vendor-is-503", in: vendor.ledger)
    }

    @Test("Credentials that the vendor refuses are 502.", arguments: Contract.vendors)
    func refusedCredentialsAre502(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("refused-credentials-are-502", in: vendor.ledger)
    }
  }
}
