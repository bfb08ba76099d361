/// A device on the media side of a call.
package protocol MediaSession: Sendable {
  /// The call as it was at the moment of joining.
  var start: MediaStart { get }
  /// Everything since. For one reader.
  var events: MediaEvents { get }

  /// Publishes a track, or mutes it. Returns once the server has agreed; refused with `PERMISSION_DENIED` where the grant
  /// is missing. Setting what is set already does nothing.
  func setMuted(_ track: MediaTrack, _ isMuted: Bool) async throws(MediaFailure)
  /// Says goodbye; others see the device leave at once. Returns when the connection is gone. Never fails, may be repeated.
  func leave() async
}
