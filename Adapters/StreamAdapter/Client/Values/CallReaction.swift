import JSONCoding

/// What somebody showed everybody in a call.
public struct CallReaction: Sendable, Hashable {
  public let type: String
  public let emojiCode: String?
  public let custom: [String: RawJSON]
  public let user: User?

  /// nil without a type.
  init?(_ json: JSON?) {
    guard let type = json?["type"]?.stringValue else { return nil }
    self.type = type
    emojiCode = json?["emoji_code"]?.stringValue
    custom = RawJSON.members(json?["custom"])
    user = User(json?["user"])
  }
}
