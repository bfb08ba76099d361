import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: permissions through the API")
  struct FacadePermissions {
    @Test("Who may not speak asks, is granted it, and speaks.", arguments: Contract.vendors)
    func aGrantedHandMaySpeak(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-granted-hand-may-speak", in: vendor.ledger)
    }

    @Test("Who is turned down is told so, stays silent, and may ask again.", arguments: Contract.vendors)
    func aRejectedHandStaysSilent(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-rejected-hand-stays-silent", in: vendor.ledger)
    }

    @Test("A hand that is up is not raised again.", arguments: Contract.vendors)
    func aSecondHandIsTheFirst(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-second-hand-is-the-first", in: vendor.ledger)
    }

    @Test("Asking for what one may do already is granted, and nobody is asked.", arguments: Contract.vendors)
    func whatIsAllowedNeedsNoHand(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("what-is-allowed-needs-no-hand", in: vendor.ledger)
    }

    @Test("Who has left asks for nothing; deciding it asks nobody.", arguments: Contract.vendors)
    func leavingLowersTheHand(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("leaving-lowers-the-hand", in: vendor.ledger)
    }

    @Test("A hand raised with the vendor's own client can be granted here.", arguments: Contract.vendors)
    func aHandRaisedAtTheVendor(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-hand-raised-at-the-vendor", in: vendor.ledger)
    }

    @Test("Who may no longer speak does not, not even with a new token.", arguments: Contract.vendors)
    func aRevocationSilences(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-revocation-silences", in: vendor.ledger)
    }

    @Test("What somebody absent may publish is in their next token.", arguments: Contract.vendors)
    func whatIsGivenOutsideHoldsAtTheDoor(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("what-is-given-outside-holds-at-the-door", in: vendor.ledger)
    }

    @Test("What somebody away is permitted is permitted by their next token.", arguments: Contract.vendors)
    func aPermissionForSomebodyAwayComesWithTheToken(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-permission-for-somebody-away-comes-with-the-token", in: vendor.ledger)
    }
  }
}
