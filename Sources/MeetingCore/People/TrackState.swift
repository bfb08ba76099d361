/// One track of a participant. What the vendor cannot tell is nil.
public struct TrackState: Sendable, Hashable {
  public var publishing: Bool?
  public var muted: Bool?
  /// When this was last known to be so.
  public var asOf: Timestamp?

  public init(publishing: Bool? = nil, muted: Bool? = nil, asOf: Timestamp? = nil) {
    self.publishing = publishing
    self.muted = muted
    self.asOf = asOf
  }
}
