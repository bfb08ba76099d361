/// What is known of a room only while the gateway has a seat in it.
public struct SeatNews: Sendable, Hashable {
  /// When the seat was taken: what was known before may have changed unheard.
  public var since: Timestamp
  /// nil until the vendor has told it once.
  public var speaker: Speaker?

  /// Who is heard most.
  public struct Speaker: Sendable, Hashable {
    /// nil = nobody.
    public let connection: String?
    /// From 0 to 1; nil where the vendor does not tell.
    public let level: Double?
    public let asOf: Timestamp

    public init(connection: String?, level: Double?, asOf: Timestamp) {
      self.connection = connection
      self.level = level
      self.asOf = asOf
    }
  }

  public init(since: Timestamp, speaker: Speaker? = nil) {
    self.since = since
    self.speaker = speaker
  }

  /// Whether a connection is the one heard most; nil when nobody has told yet who is.
  public func isSpeaking(_ connection: String) -> Bool? { speaker.map { $0.connection == connection } }

  /// How loud a connection is; nil for whoever is not heard most.
  public func level(of connection: String) -> Double? {
    speaker.flatMap { $0.connection == connection ? $0.level : nil }
  }
}
