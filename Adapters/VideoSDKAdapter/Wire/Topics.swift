/// Names that clients and the gateway agree on for what the service has no requests for.
enum Topics {
  static let raiseHand = "RAISE_HAND"
  static let chat = "CHAT"
  static let reaction = "REACTION"

  /// Those that the seat listens to.
  static let heard = [raiseHand, chat, reaction]

  /// Where one participant is asked to change the mode.
  static func changeMode(_ participant: String) -> String { "CHANGE_MODE_" + participant }
}
