import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: rules of a room through the API")
  struct FacadeRules {
    @Test("An older token of the audience leads nowhere in backstage.", arguments: Contract.vendors)
    func backstageLeadsOutAgain(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("backstage-leads-out-again", in: vendor.ledger)
    }

    @Test("After stopping the audience is gone and gets no tokens.", arguments: Contract.vendors)
    func stoppingEmptiesTheRoom(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("stopping-empties-the-room", in: vendor.ledger)
    }

    @Test("A full room gives no tokens, and an older one leads nowhere.", arguments: Contract.vendors)
    func aFullRoomLetsNobodyIn(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-full-room-lets-nobody-in", in: vendor.ledger)
    }

    @Test("A setting is kept, or refused by its name; never ignored.", arguments: Contract.vendors)
    func aSettingThatNobodyKeepsIsRefused(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-setting-that-nobody-keeps-is-refused", in: vendor.ledger)
    }

    @Test("A room that has lasted as long as it may is ended.", arguments: Contract.vendors)
    func aRoomPastItsTimeIsEnded(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-room-past-its-time-is-ended", in: vendor.ledger)
    }

    @Test("A role given to somebody away is that of their next token.", arguments: Contract.vendors)
    func aRoleForSomebodyAwayComesWithTheToken(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-role-for-somebody-away-comes-with-the-token", in: vendor.ledger)
    }

    @Test("Two stays of one person are two participants.", arguments: Contract.vendors)
    func whoComesAgainIsAnotherParticipant(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("who-comes-again-is-another-participant", in: vendor.ledger)
    }

    @Test("Who comes in with another device is one participant.", arguments: Contract.vendors)
    func aSecondDeviceTakesThePlaceOfTheFirst(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-second-device-takes-the-place-of-the-first", in: vendor.ledger)
    }

    @Test("A listener who sends sound all the same is muted.", arguments: Contract.vendors)
    func whoMayNotSpeakIsSilenced(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("who-may-not-speak-is-silenced", in: vendor.ledger)
    }
  }
}
