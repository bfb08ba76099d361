/// Something that the caller's side sends or tells, for the vendor.
public enum CallRequest: Sendable, Hashable {
  case candidate(ICECandidate)
  /// The caller's side has no more candidates.
  case candidatesEnded
  /// To the vendor's latest offer.
  case answer(SessionText)
  /// How the media fare: a vendor may go on only once they stand. Told on change.
  case media(CallReport.Connection)
}
