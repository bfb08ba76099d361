/// Produces a streamed answer piece by piece. Called by one task at a time, never concurrently with itself.
package protocol HTTPBodySource: Sendable {
  /// The next piece, or nil at the end. The task is cancelled when the client goes away or the server stops; return nil
  /// soon after. Never returns an empty piece.
  func next() async -> [UInt8]?
}
