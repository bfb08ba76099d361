/// How well a participant is connected, as the media server judges it.
package enum MediaQuality: String, Sendable, Hashable {
  case unspecified, poor, good, excellent
}
