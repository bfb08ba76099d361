/// What a token lets its bearer do in a room; the raw value is the claim's.
enum VideoSDKPermission: String, Sendable, CaseIterable {
  /// Enter at once.
  case join = "allow_join"
  /// Enter once somebody inside agrees.
  case ask = "ask_join"
  /// Act on others.
  case moderate = "allow_mod"
}
