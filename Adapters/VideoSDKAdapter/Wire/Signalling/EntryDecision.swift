/// The words for who is let in.
enum EntryDecision {
  static let allowed = "allowed"
  static let denied = "denied"
}
