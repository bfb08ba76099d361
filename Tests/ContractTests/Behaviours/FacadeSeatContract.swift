import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: the seat through the API")
  struct FacadeSeat {
    @Test("Whose microphone is on is told and shown while the seat is there.", arguments: Contract.vendors)
    func aSeatTellsTracks(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-seat-tells-tracks", in: vendor.ledger)
    }

    @Test("A mute over the seat has an operation, which succeeds once it shows.", arguments: Contract.vendors)
    func aMuteComesAbout(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-mute-comes-about", in: vendor.ledger)
    }

    @Test("A role that a client has to follow has an operation, which succeeds then.", arguments: Contract.vendors)
    func aRoleIsAskedForAndFollowed(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-role-is-asked-for-and-followed", in: vendor.ledger)
    }

    @Test("Who may no longer speak is heard no more, whatever their client does.", arguments: Contract.vendors)
    func aRevokedSpeakerIsSilentAtOnce(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-revoked-speaker-is-silent-at-once", in: vendor.ledger)
    }

    @Test("A hand that a client raises inside is a request here.", arguments: Contract.vendors)
    func aHandRaisedInsideIsListed(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-hand-raised-inside-is-listed", in: vendor.ledger)
    }
  }
}
