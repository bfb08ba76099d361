import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: webhooks")
  struct Webhooks {
    @Test("What the vendor sends is accepted, its room named.", arguments: Contract.vendors)
    func aGenuineHookIsVerified(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-genuine-hook-is-verified", in: vendor.ledger)
    }

    @Test("One changed byte of body or signature is refused.", arguments: Contract.vendors)
    func aTamperedHookIsRefused(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-tampered-hook-is-refused", in: vendor.ledger)
    }

    @Test("A device that joined and left is told by its connection.", arguments: Contract.vendors)
    func aHookTellsJoinsByConnection(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-hook-tells-joins-by-connection", in: vendor.ledger)
    }

    @Test("A type nobody knows is kept as it is, not refused.", arguments: Contract.vendors)
    func anUnknownHookTypeIsAFact(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-unknown-hook-type-is-a-fact", in: vendor.ledger)
    }

    @Test("Cut, doubled and random bodies are refused or read, never fatal.", arguments: Contract.vendors)
    func garbageHooksAreHarmless(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("garbage-hooks-are-harmless", in: vendor.ledger)
    }

    @Test("Every allowed character of an id comes back in a delivery.", arguments: Contract.vendors)
    func aHookKeepsOddPeople(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-hook-keeps-odd-people", in: vendor.ledger)
    }
  }
}
