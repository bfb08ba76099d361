import ClientSupport

/// The media side over a client's own sockets.
struct NetworkMedia: MediaSide {
  let parts: ClientCore.Parts

  func join(_ credentials: MediaCredentials, session: String) async throws(MediaFailure) -> any MediaSession {
    let client: ClientNetwork.Parts
    do { client = try parts.connections() } catch { throw .notConnected }
    return try await MediaSockets(client: client.sockets, time: parts.time).join(credentials, session: session)
  }
}
