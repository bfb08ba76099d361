import MeetingContract
import ProviderCatalog
import Testing

/// One function per behaviour, so that each can be run by its name; one at a time, since they measure time.
@Suite("Contract", .serialized)
struct Contract {
  /// Every kind of provider of this build.
  static let vendors = ProviderCatalog.kinds.map { ContractVendor(harness: $0.contractHarness()) }
}

/// Whose turn it is.
struct ContractVendor: Sendable, CustomTestStringConvertible {
  let harness: any ContractHarness
  var testDescription: String { harness.name }
}
