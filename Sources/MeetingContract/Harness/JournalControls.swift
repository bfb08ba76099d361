/// Reads what reached the vendor.
public protocol JournalControls: Sendable {
  /// The bodies of the requests of one operation so far, in order, as texts; empty texts where there was none.
  func requests(of operation: VendorOperation) async throws -> [String]
}
