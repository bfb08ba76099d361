/// One kind of event, with its parts by name: what `Call.subscribe(for:)` is asked for.
public protocol CallEventReading: Sendable {
  /// nil for events of another kind.
  init?(_ event: CallEvent)
}

extension CallEvent: CallEventReading {
  public init?(_ event: CallEvent) { self = event }
}
