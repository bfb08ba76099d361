import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: calls over the API")
  struct FacadeCalls {
    @Test("An offer is 201, a second 409, hanging up ends it everywhere.", arguments: Contract.vendors)
    func aCallBeginsAndEndsOverTheApi(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-call-begins-and-ends-over-the-api", in: vendor.ledger)
    }

    @Test("The room's end hangs up at the vendor.", arguments: Contract.vendors)
    func aCallEndsWithItsRoom(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-call-ends-with-its-room", in: vendor.ledger)
    }

    @Test("A call whose agent fails has failed, with a code, and another may be made.", arguments: Contract.vendors)
    func aFailedCallSaysWhy(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-failed-call-says-why", in: vendor.ledger)
    }

    @Test("Credentials for a caller are the gateway's: an address and its token.", arguments: Contract.vendors)
    func aCallerJoinsWithOurOwnToken(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-caller-joins-with-our-own-token", in: vendor.ledger)
    }
  }
}
