/// A vendor's answer to the wish to record, broadcast or transcribe: it took it, and will tell when it runs.
public struct EgressStart: Sendable, Hashable {
  /// The vendor's id, where the answer has one.
  public let vendorID: String?
  public let playbackURL: String?

  public init(vendorID: String? = nil, playbackURL: String? = nil) {
    self.vendorID = vendorID
    self.playbackURL = playbackURL
  }
}
