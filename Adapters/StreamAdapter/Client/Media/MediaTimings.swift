/// How patient a media connection is.
package struct MediaTimings: Sendable, Hashable {
  /// For the way up to the server's welcome.
  package var handshake = Duration.seconds(10)
  /// How often the server is asked how many are there, which also tells whether it is.
  package var healthCheck = Duration.seconds(5)
  /// No longer without a word from the server.
  package var patience = Duration.seconds(15)

  package init() {}
}
