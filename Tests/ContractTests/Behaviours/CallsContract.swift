import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: calls")
  struct Calls {
    @Test("An offer is answered with a description, once.", arguments: Contract.vendors)
    func aCallIsAnswered(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-call-is-answered", in: vendor.ledger)
    }

    @Test("What the caller trickles is at the vendor in its order.", arguments: Contract.vendors)
    func candidatesReachTheVendorInOrder(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("candidates-reach-the-vendor-in-order", in: vendor.ledger)
    }

    @Test("A call that is cancelled is over at the vendor, soon.", arguments: Contract.vendors)
    func hangingUpReachesTheVendor(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("hanging-up-reaches-the-vendor", in: vendor.ledger)
    }

    @Test("When the vendor hangs up the call ends, and did not fail.", arguments: Contract.vendors)
    func aCallThatTheVendorEndsIsOver(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-call-that-the-vendor-ends-is-over", in: vendor.ledger)
    }

    @Test("When the vendor's agent fails the call does, in our words.", arguments: Contract.vendors)
    func aFailingAgentFailsTheCall(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-failing-agent-fails-the-call", in: vendor.ledger)
    }

    @Test("The vendor's agent is told as there, and what it says as text.", arguments: Contract.vendors)
    func whatTheAgentSaysIsTold(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("what-the-agent-says-is-told", in: vendor.ledger)
    }

    @Test("A token that the vendor refuses fails the call as such.", arguments: Contract.vendors)
    func aRefusedTokenFailsTheCall(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-refused-token-fails-the-call", in: vendor.ledger)
    }
  }
}
