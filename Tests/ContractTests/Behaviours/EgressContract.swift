import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: what leaves a room")
  struct Egress {
    @Test("Starting and stopping a recording are told.", arguments: Contract.vendors)
    func aRecordingIsToldByTheVendor(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-recording-is-told-by-the-vendor", in: vendor.ledger)
    }

    @Test("Without a session a recording is refused as such.", arguments: Contract.vendors)
    func aRecordingNeedsSomebody(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-recording-needs-somebody", in: vendor.ledger)
    }

    @Test("Stopping what does not run is refused as such.", arguments: Contract.vendors)
    func whatDoesNotRunCannotBeStopped(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("what-does-not-run-cannot-be-stopped", in: vendor.ledger)
    }

    @Test("A view of the room shows what runs, and no longer what does not.", arguments: Contract.vendors)
    func whatRunsIsShown(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("what-runs-is-shown", in: vendor.ledger)
    }

    @Test("A recording's file is listed with an address, and can be deleted.", arguments: Contract.vendors)
    func aRecordingLeavesAFile(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-recording-leaves-a-file", in: vendor.ledger)
    }

    @Test("An HLS broadcast says where it can be seen.", arguments: Contract.vendors)
    func aBroadcastHasAnAddress(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-broadcast-has-an-address", in: vendor.ledger)
    }

    @Test("RTMP broadcasts run beside each other; one is stopped alone.", arguments: Contract.vendors)
    func destinationsAreToldApart(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("destinations-are-told-apart", in: vendor.ledger)
    }

    @Test("A transcription with captions tells who says what.", arguments: Contract.vendors)
    func whatIsSaidIsWrittenDown(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("what-is-said-is-written-down", in: vendor.ledger)
    }
  }
}
