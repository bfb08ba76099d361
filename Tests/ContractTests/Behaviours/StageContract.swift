import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: backstage and live")
  struct Stage {
    @Test("The vendor turns a listener away in backstage.", arguments: Contract.vendors)
    func backstageKeepsListenersOut(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("backstage-keeps-listeners-out", in: vendor.ledger)
    }

    @Test("The host may come in before the room is live.", arguments: Contract.vendors)
    func backstageAdmitsTheHost(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("backstage-admits-the-host", in: vendor.ledger)
    }

    @Test("Going live opens the door, for tokens given before as well.", arguments: Contract.vendors)
    func liveAdmitsListeners(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("live-admits-listeners", in: vendor.ledger)
    }

    @Test("Going live again is no error.", arguments: Contract.vendors)
    func goLiveTwiceIsApplied(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("go-live-twice-is-applied", in: vendor.ledger)
    }

    @Test("Stopping again is no error.", arguments: Contract.vendors)
    func stopLiveTwiceIsApplied(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("stop-live-twice-is-applied", in: vendor.ledger)
    }

    @Test("After stopping, a listener is turned away again.", arguments: Contract.vendors)
    func stopLiveClosesTheDoor(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("stop-live-closes-the-door", in: vendor.ledger)
    }

    @Test("Listeners are gone after stopping, the host stays.", arguments: Contract.vendors)
    func stopLiveEmptiesTheAudience(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("stop-live-empties-the-audience", in: vendor.ledger)
    }
  }
}
