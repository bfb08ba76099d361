/// Something said, in writing.
public struct Caption: Sendable, Hashable {
  /// The vendor's id of the piece; nil where it gives none.
  public let id: String?
  /// External id of who said it; nil when not known.
  public let person: String?
  public let text: String
  /// A language code as the vendor gives it.
  public let language: String?
  /// Whether the vendor will not correct it any more; nil when it does not tell.
  public let isFinal: Bool?
  public let startedAt: Timestamp?
  public let endedAt: Timestamp?

  public init(
    id: String?, person: String?, text: String, language: String?, isFinal: Bool?, startedAt: Timestamp?,
    endedAt: Timestamp?
  ) {
    self.id = id
    self.person = person
    self.text = text
    self.language = language
    self.isFinal = isFinal
    self.startedAt = startedAt
    self.endedAt = endedAt
  }
}
