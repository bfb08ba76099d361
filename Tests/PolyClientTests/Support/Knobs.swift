/// What a scripted service does otherwise than usual.
struct Knobs: Sendable {
  enum SessionStart: Sendable { case usual, never, batchOfTwo, withoutTime }
  enum ICE: Sendable { case usual, refused, broken, empty, silent }
  enum Offer: Sendable { case usual, refused(code: String, message: String), withoutSession, never, oddAnswer }
  /// How sockets of the signalling end right after something: 1006 = broken off.
  struct Drop: Sendable {
    var code: UInt16
    var times: Int
    var isBeforeAnswer: Bool
  }

  /// Answers of `access-token` and `sessions` before the usual ones; the first for the first.
  var tokenStatuses: [Int] = []
  var sessionStatuses: [Int] = []
  var retryAfter: String?
  var sessionStart = SessionStart.usual
  var refusesMessaging: Int?
  var ice = ICE.usual
  var offer = Offer.usual
  var candidatesBeforeAnswer = 0
  var candidatesAfterAnswer = 1
  var drop: Drop?
  /// Sockets of the signalling beyond so many are refused.
  var mostSignalling = Int.max
  /// Unknown frames, broken ones and binary ones before everything else.
  var saysNonsense = false
  /// By route: `provision`, `sdp`, `pull`, `renegotiate`, `delete`.
  var bridgeStatuses: [String: Int] = [:]
  var bridgeIsSilentAt: String?
  var hasEvents = true
}
