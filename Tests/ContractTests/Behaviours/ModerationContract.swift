import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: moderation")
  struct Moderation {
    @Test("Muting is asked of the vendor for the right person.", arguments: Contract.vendors)
    func aMuteReachesTheVendor(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-mute-reaches-the-vendor", in: vendor.ledger)
    }

    @Test("Muting who is not inside is applied or says that nobody is there.", arguments: Contract.vendors)
    func mutingSomebodyAbsent(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("muting-somebody-absent", in: vendor.ledger)
    }

    @Test("Who is removed is no longer inside.", arguments: Contract.vendors)
    func aRemovalThrowsOut(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-removal-throws-out", in: vendor.ledger)
    }

    @Test("Without a ban the same token opens the room again.", arguments: Contract.vendors)
    func aPlainRemovalLetsComeBack(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-plain-removal-lets-come-back", in: vendor.ledger)
    }

    @Test("Where the vendor enforces it, an older token is refused after it.", arguments: Contract.vendors)
    func aRemovalForGoodKeepsOut(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-removal-for-good-keeps-out", in: vendor.ledger)
    }

    @Test("Removing who is not inside is applied or nobody is there.", arguments: Contract.vendors)
    func removingSomebodyAbsent(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("removing-somebody-absent", in: vendor.ledger)
    }

    @Test("A token given before the ban opens nothing after it.", arguments: Contract.vendors)
    func aBanRefusesOlderTokens(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-ban-refuses-older-tokens", in: vendor.ledger)
    }

    @Test("After the ban is lifted the door is open again.", arguments: Contract.vendors)
    func anUnbanLetsInAgain(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-unban-lets-in-again", in: vendor.ledger)
    }

    @Test("A ban holds for a person the vendor never saw.", arguments: Contract.vendors)
    func somebodyUnknownCanBeBanned(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("somebody-unknown-can-be-banned", in: vendor.ledger)
    }
  }
}
