import MeetingContract
import MeetingContractTesting
import ProviderCatalog
import Testing

/// One function per behaviour, so that each can be run by its name; one at a time, since they measure time.
@Suite("Contract", .serialized)
struct Contract {
  /// Every kind of provider of this build.
  static let vendors = ProviderCatalog.kinds.map { ContractVendor($0.contractHarness()) }

  /// The vendor of a harness, as it is when nothing is wrong with it.
  static func vendor(_ name: String) -> ContractVendor? { vendors.first { $0.harness.name == name } }
}

/// Whose turn it is.
struct ContractVendor: Sendable, CustomTestStringConvertible {
  let harness: any ContractHarness
  /// What came out so far; the tests share it.
  let ledger: ContractLedger
  var testDescription: String { harness.name }

  init(_ harness: any ContractHarness) {
    self.harness = harness
    ledger = ContractLedger(harness: harness, atOnce: 4)
  }
}
