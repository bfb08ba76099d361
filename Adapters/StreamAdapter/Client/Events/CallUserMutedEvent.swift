import JSONCoding

/// Somebody was muted by somebody; they may unmute themselves.
public struct CallUserMutedEvent: CallEventReading, Hashable {
  public let fromUserId: String?
  /// All of their devices are mute now.
  public let mutedUserIds: [String]

  public init?(_ event: CallEvent) {
    guard event.type == "call.user_muted" else { return nil }
    fromUserId = event.json["from_user_id"]?.stringValue
    mutedUserIds = (event.json["muted_user_ids"]?.arrayValue ?? []).compactMap(\.stringValue)
  }
}
