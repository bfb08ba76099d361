/// A listener for as long as somebody else keeps it.
protocol WeakListener: Sendable {
  associatedtype Listener
  init(_ listener: Listener)
  /// Who it is, also when it is gone.
  var id: ObjectIdentifier { get }
  var listener: Listener? { get }
}

/// Unchecked: it only carries the reference to where the listener is called, which is one place at a time.
struct WeakMeetingListener: WeakListener, @unchecked Sendable {
  let id: ObjectIdentifier
  private(set) weak var listener: (any MeetingEventListener)?

  init(_ listener: any MeetingEventListener) {
    id = ObjectIdentifier(listener)
    self.listener = listener
  }
}

/// Unchecked, as the meeting's.
struct WeakParticipantListener: WeakListener, @unchecked Sendable {
  let id: ObjectIdentifier
  private(set) weak var listener: (any ParticipantEventListener)?

  init(_ listener: any ParticipantEventListener) {
    id = ObjectIdentifier(listener)
    self.listener = listener
  }
}

/// Unchecked, as the meeting's.
struct WeakMessageListener: WeakListener, @unchecked Sendable {
  let id: ObjectIdentifier
  private(set) weak var listener: (any PubSubMessageListener)?

  init(_ listener: any PubSubMessageListener) {
    id = ObjectIdentifier(listener)
    self.listener = listener
  }
}
