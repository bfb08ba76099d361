/// One call's whole life at the vendor.
public protocol CallConnecting: Sendable {
  /// Runs once. Tells the answer once, and then whatever the vendor tells. Returns when the vendor has closed the call, and
  /// throws when it could not be made or was lost: connections that break are mended in here, unseen.
  ///
  /// Cancelled, at any moment from before the first request on, it hangs up at the vendor and returns or throws soon: what
  /// it then throws is not told.
  func run(_ room: ProviderRoom, _ port: CallPort) async throws(CallFault)
}
