import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: the seat")
  struct Seat {
    @Test("Who is inside, who comes and who goes is told by the seat.", arguments: Contract.vendors)
    func aSeatHearsWhoIsThere(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-seat-hears-who-is-there", in: vendor.ledger)
    }

    @Test("The seat is in no list of people, and goes politely.", arguments: Contract.vendors)
    func aSeatIsNobody(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-seat-is-nobody", in: vendor.ledger)
    }

    @Test("Who is muted over the seat is heard no more, and it tells so.", arguments: Contract.vendors)
    func aMuteShowsToTheSeat(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-mute-shows-to-the-seat", in: vendor.ledger)
    }

    @Test("Muting who is not inside says that nobody is there.", arguments: Contract.vendors)
    func nobodyAbsentIsMuted(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("nobody-absent-is-muted", in: vendor.ledger)
    }

    @Test("What is said over the seat comes back as we named it.", arguments: Contract.vendors)
    func aSeatTellsOursAsOurs(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-seat-tells-ours-as-ours", in: vendor.ledger)
    }

    @Test("A hand that a client raises is told by the seat.", arguments: Contract.vendors)
    func aSeatHearsHands(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-seat-hears-hands", in: vendor.ledger)
    }

    @Test("What is written down is told by the seat.", arguments: Contract.vendors)
    func aSeatHearsCaptions(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-seat-hears-captions", in: vendor.ledger)
    }

    @Test("What needs the seat says so while there is none.", arguments: Contract.vendors)
    func withoutASeatItIsSaid(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("without-a-seat-it-is-said", in: vendor.ledger)
    }

    @Test("A second seat takes the place of the first, which is told why.", arguments: Contract.vendors)
    func theNewerSeatStays(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("the-newer-seat-stays", in: vendor.ledger)
    }
  }
}
