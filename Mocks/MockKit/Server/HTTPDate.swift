import Clocks

/// Dates as HTTP writes them, e.g. `Wed, 08 Apr 2026 14:23:35 GMT`.
enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// `nanoseconds` since 1970, not before.
  static func format(_ nanoseconds: Int64) -> String {
    let parts = RFC3339.format(nanoseconds, fractionDigits: 0).split { "-T:Z".contains($0) }
    let weekday = days[Int(nanoseconds / 86_400_000_000_000 % 7)]
    let month = months[(Int(parts[1]) ?? 1) - 1]
    return "\(weekday), \(parts[2]) \(month) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
  }
}
