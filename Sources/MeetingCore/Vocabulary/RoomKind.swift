/// What sort of room the caller asks for.
public enum RoomKind: String, Sendable, Hashable, CaseIterable {
  /// Speakers and listeners, backstage until it goes live.
  case audioRoom = "audio_room"
  case meeting
  case voiceCall = "voice_call"
}
