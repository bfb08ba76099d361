/// Names that clients and the gateway agree on for what the service has no requests for.
enum Topics {
  static let raiseHand = "RAISE_HAND"
  static let chat = "CHAT"
  static let reaction = "REACTION"

  /// Those that the seat listens to.
  static let heard = [raiseHand, chat, reaction]

  private static let modes = "CHANGE_MODE_"

  /// Where one participant is asked to change the mode.
  static func changeMode(_ participant: String) -> String { modes + participant }

  /// On these, clients obey the seat, or take what it says for a hand or a reaction.
  static func isOurs(_ topic: String) -> Bool {
    topic.utf8.starts(with: modes.utf8) || topic == raiseHand || topic == reaction
  }
}
