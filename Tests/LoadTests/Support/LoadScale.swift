import Glibc

/// How much load the suite makes. `LOAD_SCALE=1` gives every test its full count; unset, each has a share that lets the
/// whole suite end in a minute or so.
enum LoadScale {
  private static let asked: Double? = getenv("LOAD_SCALE").flatMap { Double(String(cString: $0)) }

  /// `full` scaled; `share` of it when nothing was asked for.
  static func count(_ full: Int, share: Double) -> Int {
    max(1, Int((Double(full) * (asked ?? share)).rounded()))
  }
}
