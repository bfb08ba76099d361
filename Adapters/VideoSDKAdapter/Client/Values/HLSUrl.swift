import JSONCoding

/// Where HLS of a meeting is played from.
public struct HLSUrl: Sendable, Hashable {
  /// With everything since the start.
  public let playbackHlsUrl: String?
  /// From the present moment on.
  public let livestreamUrl: String?

  /// nil when nothing was said of it.
  init?(_ data: JSON) {
    playbackHlsUrl = data["playbackHlsUrl"]?.stringValue
    livestreamUrl = data["livestreamUrl"]?.stringValue
    if playbackHlsUrl == nil, livestreamUrl == nil { return nil }
  }
}
