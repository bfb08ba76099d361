/// The call was ended for everybody.
public struct CallEndedEvent: CallEventReading, Hashable {
  /// Who ended it; nil when it ended by itself.
  public let user: User?

  public init?(_ event: CallEvent) {
    guard event.type == "call.ended" else { return nil }
    user = event.user
  }
}
