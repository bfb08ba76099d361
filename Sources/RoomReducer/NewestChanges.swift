import MeetingCore

/// What a room's row remembers of when something of a person last changed, so that a process that starts anew tells late
/// news from new ones.
enum NewestChanges {
  /// News is late by minutes: those with older changes are forgotten.
  static let limit = 64

  static func note(_ person: String, _ time: Timestamp, in times: inout [String: Timestamp]) {
    times[person] = time
    guard times.count > limit, let oldest = times.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return }
    times[oldest.key] = nil
  }
}
