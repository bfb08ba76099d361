import MeetingCore

/// What those who run a call do to others in it.
extension Call {
  /// Mutes all devices of a person, who may unmute again.
  public func mute(userId: String, audio: Bool = true, video: Bool = false) async throws(StreamVideoError) {
    try await core.send(.mute(address, [userId], tracks: Self.tracks(audio, video), by: nil))
  }

  /// Mutes everybody else.
  public func muteAllUsers(audio: Bool = true, video: Bool = false) async throws(StreamVideoError) {
    try await core.send(.mute(address, nil, tracks: Self.tracks(audio, video), by: nil))
  }

  private static func tracks(_ audio: Bool, _ video: Bool) -> Set<TrackKind> {
    Set((audio ? [TrackKind.audio] : []) + (video ? [.video] : []))
  }

  /// Sends a person out, and keeps them out.
  public func blockUser(with userId: String) async throws(StreamVideoError) {
    try await core.send(.block(address, userId))
  }

  /// Lets a person come back; they come by themselves.
  public func unblockUser(with userId: String) async throws(StreamVideoError) {
    try await core.send(.unblock(address, userId))
  }

  /// Sends a person out, who may come back unless they are blocked along with it.
  public func kickUser(userId: String, block: Bool = false) async throws(StreamVideoError) {
    try await core.send(.kick(address, userId, block: block, by: nil))
  }
}
