/// The way to the media side of calls: what a call's `join` hands out credentials for.
package protocol MediaSide: Sendable {
  /// Joins as the device `session`, an id of the caller's own making. The id of a connection that broke shortly before
  /// takes its place; any other must be new. Reconnecting is the caller's business.
  func join(_ credentials: MediaCredentials, session: String) async throws(MediaFailure) -> any MediaSession
}
