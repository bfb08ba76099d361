import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: rooms through the API")
  struct FacadeRooms {
    @Test("Backstage keeps the audience out, going live lets it in, once told.", arguments: Contract.vendors)
    func aRoomFromBackstageToLive(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-room-from-backstage-to-live", in: vendor.ledger)
    }

    @Test("The same external id and body give the same room.", arguments: Contract.vendors)
    func oneExternalIdIsOneRoom(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("one-external-id-is-one-room", in: vendor.ledger)
    }

    @Test("A repeat under one Idempotency-Key asks the vendor once.", arguments: Contract.vendors)
    func oneKeyIsOneCreate(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("one-key-is-one-create", in: vendor.ledger)
    }

    @Test("After the end nobody gets a token.", arguments: Contract.vendors)
    func anEndedRoomGivesNoTokens(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-ended-room-gives-no-tokens", in: vendor.ledger)
    }

    @Test("The second end changes nothing and is told once.", arguments: Contract.vendors)
    func endingTwiceChangesNothing(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("ending-twice-changes-nothing", in: vendor.ledger)
    }

    @Test("Who comes in with an older token after the end is thrown out again.", arguments: Contract.vendors)
    func anEndedRoomStaysEmpty(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-ended-room-stays-empty", in: vendor.ledger)
    }

    @Test("What a provider lacks is 422, never a silent no-op.", arguments: Contract.vendors)
    func aLackingCapabilityIsRefused(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-lacking-capability-is-refused", in: vendor.ledger)
    }
  }
}
