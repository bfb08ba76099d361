import Clocks

/// The clock that programs run on.
enum SystemClocks {
  static let time = SystemTime()
}
