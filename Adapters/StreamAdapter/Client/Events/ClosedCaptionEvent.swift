import JSONCoding

/// Something said, in writing.
public struct ClosedCaptionEvent: CallEventReading, Hashable {
  public let text: String
  public let speakerId: String?
  public let user: User?
  public let language: String?

  public init?(_ event: CallEvent) {
    guard event.type == "call.closed_caption", let text = event.json["closed_caption"]?["text"]?.stringValue else {
      return nil
    }
    self.text = text
    speakerId = event.json["closed_caption"]?["speaker_id"]?.stringValue
    user = User(event.json["closed_caption"]?["user"])
    language = event.json["closed_caption"]?["language"]?.stringValue
  }
}
