/// A file with an address that is good for a while. Never kept, never logged.
public struct EgressFileLink: Sendable, Hashable {
  public let file: EgressFile
  /// nil where the vendor does not tell what it records: it is one of its sort.
  public let mode: RecordingMode?
  public let url: String
  /// When the address ceases to be good; nil when it does not tell.
  public let expiresAt: Timestamp?

  public init(file: EgressFile, mode: RecordingMode?, url: String, expiresAt: Timestamp?) {
    self.file = file
    self.mode = mode
    self.url = url
    self.expiresAt = expiresAt
  }
}
