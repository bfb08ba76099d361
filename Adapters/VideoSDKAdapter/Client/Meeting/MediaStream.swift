/// Something that a participant publishes: who and what, without the sound or the picture itself.
public final class MediaStream: Sendable {
  /// The service's id where it gave one.
  public let id: String
  public let kind: MediaType
  /// Whether this is sound, of a microphone or of a shared screen.
  public let isAudio: Bool

  init(_ stream: SignallingStream) {
    id = stream.id
    kind = MediaType(stream.media)
    isAudio = stream.media.kind == "audio"
  }
}
