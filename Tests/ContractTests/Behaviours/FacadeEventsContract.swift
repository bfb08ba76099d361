import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: events")
  struct FacadeEvents {
    @Test("Every delivery carried twice tells everything once.", arguments: Contract.vendors)
    func aHookSentTwiceIsOneEvent(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-hook-sent-twice-is-one-event", in: vendor.ledger)
    }

    @Test("A room's events count up by one, and the room says where they are.", arguments: Contract.vendors)
    func eventsAreGapless(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("events-are-gapless", in: vendor.ledger)
    }

    @Test("A delivery that outruns its room's create is applied afterwards.", arguments: Contract.vendors)
    func anEarlyHookIsKept(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-early-hook-is-kept", in: vendor.ledger)
    }

    @Test("What no delivery told is found when the room is read.", arguments: Contract.vendors)
    func aLostHookIsFoundByReading(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-lost-hook-is-found-by-reading", in: vendor.ledger)
    }

    @Test("A delivery that does not verify is 401 and tells nothing.", arguments: Contract.vendors)
    func aForgedHookChangesNothing(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-forged-hook-changes-nothing", in: vendor.ledger)
    }
  }
}
