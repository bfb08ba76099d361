import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: rooms")
  struct Rooms {
    @Test("A created room keeps our key and can be found by it.", arguments: Contract.vendors)
    func createGivesARoom(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("create-gives-a-room", in: vendor.ledger)
    }

    @Test("A second create under one key finds the first room.", arguments: Contract.vendors)
    func createTwiceFindsTheRoom(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("create-twice-finds-the-room", in: vendor.ledger)
    }

    @Test("A key never used finds nothing, without an error.", arguments: Contract.vendors)
    func findOfAnUnknownKeyIsNil(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("find-of-an-unknown-key-is-nil", in: vendor.ledger)
    }

    @Test("Host, members, title and custom data reach the vendor.", arguments: Contract.vendors)
    func createCarriesHostMembersAndCustom(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("create-carries-host-members-and-custom", in: vendor.ledger)
    }

    @Test("Titles of every script and form are taken as they are.", arguments: Contract.vendors)
    func anyTitleIsTaken(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("any-title-is-taken", in: vendor.ledger)
    }

    @Test("The vendor keeps to the number of participants it was given.", arguments: Contract.vendors)
    func aFullRoomRefusesOneMore(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-full-room-refuses-one-more", in: vendor.ledger)
    }

    @Test("After its end a room lets nobody in, hosts included.", arguments: Contract.vendors)
    func endClosesForGood(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("end-closes-for-good", in: vendor.ledger)
    }

    @Test("Ending what has ended is no error.", arguments: Contract.vendors)
    func endTwiceIsApplied(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("end-twice-is-applied", in: vendor.ledger)
    }

    @Test("Reading the room after its end says so.", arguments: Contract.vendors)
    func anEndedRoomIsToldAsEnded(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-ended-room-is-told-as-ended", in: vendor.ledger)
    }

    @Test("A room the vendor lacks is ended, or not found.", arguments: Contract.vendors)
    func endingWhatIsGoneIsNoAccident(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("ending-what-is-gone-is-no-accident", in: vendor.ledger)
    }

    @Test("Acting on people of a room the vendor lacks is notFound.", arguments: Contract.vendors)
    func anUnknownRoomIsNotFound(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-unknown-room-is-not-found", in: vendor.ledger)
    }
  }
}
