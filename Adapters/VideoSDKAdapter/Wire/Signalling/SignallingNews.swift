import JSONCoding
import MeetingCore

/// What a signalling connection tells, in the order in which it came about.
enum SignallingNews: Sendable, Hashable {
  /// Come in. Told once, before anything of the room.
  case joined(SignallingEntry)
  case peerJoined(SignallingPeer)
  /// After everything that they published was told to have ended.
  case peerLeft(SignallingPeer, SignallingDeparture)
  /// Also of oneself.
  case modeChanged(peer: String, PeerMode)
  /// A microphone or a camera was switched, whether or not anybody receives it.
  case mediaChanged(peer: String, PeerMedia, isOn: Bool)
  /// Also of oneself. What was opened is closed before it is opened again.
  case streamOpened(SignallingStream)
  case streamClosed(SignallingStream)
  case streamPaused(SignallingStream, isPaused: Bool)
  /// Who speaks; nil = nobody.
  case speaker(String?)
  /// Somebody asks this peer to switch something on. The service was told that the question has arrived, no more.
  case asked(for: PeerMedia, by: String?)
  /// This peer's microphone or camera was switched off from outside.
  case silenced(PeerMedia)
  /// What was wanted of an own microphone or camera did not come about; it is off.
  case mediaFailed(PeerMedia, ProviderFailure)
  /// An own microphone or camera came about when it was not wanted any more; it was never shown.
  case mediaWithdrawn(PeerMedia)
  /// Somebody waits to be let in.
  case entryRequested(peer: String, name: String)
  /// What was decided of somebody who waits: of oneself before coming in.
  case entryResponded(peer: String, decision: String)
  case message(SignallingMessage)
  case activity(SignallingActivity)
  /// A trouble that the service tells of without ending anything.
  case trouble(code: Int?, Redacted)
  /// Everything else that is told, by its name on the wire.
  case other(method: String, data: JSON)
  /// The last news.
  case ended(SignallingEnd)
}
