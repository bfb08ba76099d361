import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: people through the API")
  struct FacadePeople {
    @Test("Locked: no new tokens, and older ones lead out again.", arguments: Contract.vendors)
    func aLockKeepsNewcomersOut(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-lock-keeps-newcomers-out", in: vendor.ledger)
    }

    @Test("Banned: no new tokens, and older ones lead nowhere.", arguments: Contract.vendors)
    func aBanKeepsOut(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-ban-keeps-out", in: vendor.ledger)
    }

    @Test("Removed for good: out, told once, and no way back.", arguments: Contract.vendors)
    func aRemovalForGoodBarsTheNextToken(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-removal-for-good-bars-the-next-token", in: vendor.ledger)
    }

    @Test("Who listens may not end, lock or mute, and the vendor hears nothing.", arguments: Contract.vendors)
    func aListenerCannotControl(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-listener-cannot-control", in: vendor.ledger)
    }

    @Test("A mute reaches the vendor, and its echo adds no second event.", arguments: Contract.vendors)
    func aMuteIsOneEvent(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-mute-is-one-event", in: vendor.ledger)
    }

    @Test("One person on two devices is two participants and one person.", arguments: Contract.vendors)
    func twoDevicesAreTwoParticipants(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("two-devices-are-two-participants", in: vendor.ledger)
    }
  }
}
