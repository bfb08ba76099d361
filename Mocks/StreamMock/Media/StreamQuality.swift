/// How well a device is connected, as the media server judges it.
enum StreamQuality: String, CaseIterable, Sendable {
  case poor, good, excellent
}
