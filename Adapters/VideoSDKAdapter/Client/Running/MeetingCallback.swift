/// Something that listeners are told.
enum MeetingCallback: Sendable {
  case meeting(@Sendable (any MeetingEventListener) -> Void)
  case participant(Participant, @Sendable (any ParticipantEventListener) -> Void)
  /// Nobody is told of a participant any more.
  case forget(Participant)
  case message(SignallingMessage)
  /// A question with two answers, the first of which makes the driver do something.
  case asked(PeerMedia, by: String?)
  case entryRequested(peer: String, name: String)
  /// An own microphone or camera is off, whatever was wanted.
  case unwanted(PeerMedia)
}
