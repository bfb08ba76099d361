/// Something that was said in a call, as text.
public struct TranscriptLine: Sendable, Hashable {
  public enum Speaker: Sendable, Hashable {
    case agent
    /// A person who took over.
    case liveAgent(id: String?)
    case caller
  }

  /// The vendor's id of the message.
  public let id: String
  public let speaker: Speaker
  public let text: String
  /// When, as the vendor writes it (RFC 3339 as a rule); nil where it did not say.
  public let at: String?
}
