/// A file that came of a recording or transcription. Its address is signed and short-lived: it is asked for when needed and
/// never kept.
public struct EgressFile: Sendable, Hashable {
  /// The vendor's id of the session it is of; nil where the vendor needs none to name the file.
  public let session: String?
  /// The vendor's name, unique within the session.
  public let name: String
  public let startedAt: Timestamp?
  public let endedAt: Timestamp?

  public init(session: String?, name: String, startedAt: Timestamp? = nil, endedAt: Timestamp? = nil) {
    self.session = session
    self.name = name
    self.startedAt = startedAt
    self.endedAt = endedAt
  }

  /// Whether both name the same file.
  public func isSame(as other: Self) -> Bool { session == other.session && name == other.name }
}
