import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: agents")
  struct Agents {
    @Test("An agent tells that it is there, and is inside as the person it is.", arguments: Contract.vendors)
    func anAgentComesIn(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-agent-comes-in", in: vendor.ledger)
    }

    @Test("Whose connection is ended is no longer inside.", arguments: Contract.vendors)
    func anAgentGoesWithItsConnection(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-agent-goes-with-its-connection", in: vendor.ledger)
    }

    @Test("An agent that is thrown out ends its connection.", arguments: Contract.vendors)
    func anAgentThatIsRemovedEnds(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-agent-that-is-removed-ends", in: vendor.ledger)
    }

    @Test("Where the vendor cannot bring an agent, that is said.", arguments: Contract.vendors)
    func anAgentThatCannotComeFails(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-agent-that-cannot-come-fails", in: vendor.ledger)
    }
  }
}
