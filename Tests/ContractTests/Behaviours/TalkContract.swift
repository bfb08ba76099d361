import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: talk")
  struct Talk {
    @Test("A message is asked of the vendor once, with its payload.", arguments: Contract.vendors)
    func aMessageReachesTheVendorOnce(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-message-reaches-the-vendor-once", in: vendor.ledger)
    }

    @Test("The vendor's report of a message names it as we did.", arguments: Contract.vendors)
    func aMessageComesBackAsOurs(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-message-comes-back-as-ours", in: vendor.ledger)
    }

    @Test("The vendor's report of a reaction names it as we did.", arguments: Contract.vendors)
    func aReactionComesBackAsOurs(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-reaction-comes-back-as-ours", in: vendor.ledger)
    }

    @Test("A payload of the size that the adapter allows is taken.", arguments: Contract.vendors)
    func theLargestMessageIsTaken(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("the-largest-message-is-taken", in: vendor.ledger)
    }

    @Test("Who was never there and is unknown to the vendor can be spoken for.", arguments: Contract.vendors)
    func aStrangerCanTalk(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-stranger-can-talk", in: vendor.ledger)
    }
  }
}
