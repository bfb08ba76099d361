/// One occurrence of a room: from the first person in to the vendor's end of it.
public struct Session: Sendable, Hashable {
  /// Ours, `ses_…`.
  public let id: String
  /// The vendor's id; nil where the session is synthetic.
  public var vendorID: String?
  public let startedAt: Timestamp
  public var endedAt: Timestamp?
  /// The most people connected at once.
  public var peakParticipants: Int

  public init(
    id: String, vendorID: String?, startedAt: Timestamp, endedAt: Timestamp? = nil, peakParticipants: Int = 0
  ) {
    self.id = id
    self.vendorID = vendorID
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.peakParticipants = peakParticipants
  }
}
