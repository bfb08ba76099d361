/// What a vendor tells of a recording, broadcast or transcription.
public struct EgressReport: Sendable, Hashable {
  /// What happened to it.
  public enum Step: Sendable, Hashable {
    case started
    case stopped
    case ready(EgressFile)
    case failed(reason: String?)
  }

  /// What it is, as far as the vendor tells.
  public let plan: EgressPlan
  /// Ours; nil where only the vendor's own id is known.
  public let id: String?
  /// The vendor's id; nil where there is none, or it is not told.
  public let vendorID: String?
  /// The vendor's session id.
  public let session: String?
  public let playbackURL: String?
  public let step: Step

  public init(
    _ plan: EgressPlan, _ step: Step, id: String? = nil, vendorID: String? = nil, session: String? = nil,
    playbackURL: String? = nil
  ) {
    self.plan = plan
    self.step = step
    self.id = id
    self.vendorID = vendorID
    self.session = session
    self.playbackURL = playbackURL
  }
}
