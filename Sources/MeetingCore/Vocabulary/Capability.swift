/// What a provider may be able to do; the list that `/v1/providers/{name}/capabilities` serves.
public enum Capability: String, Sendable, Hashable, CaseIterable {
  case stage
  case joinAhead = "join_ahead"
  case membersOnly = "members_only"
  case lock, anonymous, presence, history, tracks, speaking, mute, unmute, remove, ban, role, permissions
  case permissionRequests = "permission_requests"
  case messages, reactions, recording
  case recordingRead = "recording_read"
  case hls, rtmp, transcription, captions, agent, call, whip
}
