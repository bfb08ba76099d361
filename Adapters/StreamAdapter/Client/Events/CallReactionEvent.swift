import JSONCoding

/// Somebody reacted.
public struct CallReactionEvent: CallEventReading, Hashable {
  public let reaction: CallReaction

  public init?(_ event: CallEvent) {
    guard event.type == "call.reaction_new", let reaction = CallReaction(event.json["reaction"]) else { return nil }
    self.reaction = reaction
  }
}
