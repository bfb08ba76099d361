/// What the media server says to whoever has joined: the call as it is at that moment. Events go on from there.
package struct MediaStart: Sendable, Hashable {
  /// Publishers first; of a large call not all of them. The own device is among them.
  package let participants: [MediaParticipant]
  package let counts: MediaCounts
  /// Nanoseconds since 1970; nil when the server did not say.
  package let startedAt: Int64?
  package let pins: [MediaPin]
  /// The device was still known from a connection that broke: others saw it neither leave nor come.
  package let isReconnected: Bool

  package init(
    participants: [MediaParticipant], counts: MediaCounts, startedAt: Int64? = nil, pins: [MediaPin] = [],
    isReconnected: Bool = false
  ) {
    self.participants = participants
    self.counts = counts
    self.startedAt = startedAt
    self.pins = pins
    self.isReconnected = isReconnected
  }
}
