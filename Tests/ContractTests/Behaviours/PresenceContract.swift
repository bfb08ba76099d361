import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: presence")
  struct Presence {
    @Test("The snapshot names each connected device and its person.", arguments: Contract.vendors)
    func theSnapshotListsWhoIsInside(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("the-snapshot-lists-who-is-inside", in: vendor.ledger)
    }

    @Test("One person on two devices is listed twice.", arguments: Contract.vendors)
    func twoDevicesAreTwoConnections(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("two-devices-are-two-connections", in: vendor.ledger)
    }

    @Test("A device that hung up is gone, the others stay.", arguments: Contract.vendors)
    func whoLeftIsNotListed(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("who-left-is-not-listed", in: vendor.ledger)
    }

    @Test("Of a person's two devices the one that hung up is gone.", arguments: Contract.vendors)
    func oneDeviceLeavesTheOtherStays(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("one-device-leaves-the-other-stays", in: vendor.ledger)
    }

    @Test("Several rooms are read in one call, each with its own people.", arguments: Contract.vendors)
    func aSnapshotCoversManyRooms(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-snapshot-covers-many-rooms", in: vendor.ledger)
    }

    @Test("Every allowed character of an id comes back as it went.", arguments: Contract.vendors)
    func anyPersonSurvivesTheRoundTrip(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("any-person-survives-the-round-trip", in: vendor.ledger)
    }
  }
}
