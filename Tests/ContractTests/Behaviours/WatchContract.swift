import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: rooms followed over a connection")
  struct Watching {
    @Test("Who comes and goes is told over the connection alone.", arguments: Contract.vendors)
    func aWatcherHearsWithoutWebhooks(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-watcher-hears-without-webhooks", in: vendor.ledger)
    }

    @Test("A room that is named later is followed over the same connection.", arguments: Contract.vendors)
    func aWatcherFollowsLaterRooms(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-watcher-follows-later-rooms", in: vendor.ledger)
    }

    @Test("A connection that the vendor ends is told, and the next one follows again.", arguments: Contract.vendors)
    func aCutConnectionIsTold(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-cut-connection-is-told", in: vendor.ledger)
    }

    @Test("Cancelled, a connection ends without a complaint.", arguments: Contract.vendors)
    func aWatcherGoesPolitely(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-watcher-goes-politely", in: vendor.ledger)
    }

    @Test("A connection with wrong credentials is refused as that.", arguments: Contract.vendors)
    func aWatcherNeedsCredentials(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-watcher-needs-credentials", in: vendor.ledger)
    }
  }
}
