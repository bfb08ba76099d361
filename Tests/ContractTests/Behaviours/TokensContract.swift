import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: tokens")
  struct Tokens {
    @Test("A token expires when it was asked to and is not from the future.", arguments: Contract.vendors)
    func aTokenStatesItsTimes(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-token-states-its-times", in: vendor.ledger)
    }

    @Test("The vendor refuses a token after its expiry.", arguments: Contract.vendors)
    func aTokenEndsAtItsExpiry(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-token-ends-at-its-expiry", in: vendor.ledger)
    }

    @Test("The vendor refuses a token of another room.", arguments: Contract.vendors)
    func aTokenIsForOneRoom(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-token-is-for-one-room", in: vendor.ledger)
    }

    @Test("The vendor checks the signature of what it is shown.", arguments: Contract.vendors)
    func aTamperedTokenIsRefused(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-tampered-token-is-refused", in: vendor.ledger)
    }

    @Test("What the client needs is a JSON object of the provider's kind.", arguments: Contract.vendors)
    func connectSaysHowToJoin(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("connect-says-how-to-join", in: vendor.ledger)
    }
  }
}
