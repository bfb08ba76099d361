/// What became of one operation under one fault that strikes every time.
struct FaultCell: Sendable, Equatable, CustomStringConvertible {
  enum Time: String, Sendable {
    case atOnce = "at once"
    case pauses = "the vendor's pauses"
    case attempt = "attempt deadline"
    case total = "total deadline"
    case key = "the time for the key"
  }

  /// Status and code that the caller got.
  var answer: String
  var time: Time
  /// How often the vendor was asked.
  var attempts: String
  /// What is at the vendor when the caller has the answer.
  var vendor: String
  /// What the gateway knows once nothing is open any more.
  var gateway: String
  /// What the same request gives once the fault is over, and what there is then.
  var again: String

  init(_ answer: String, _ time: Time, _ attempts: String, _ vendor: String, _ gateway: String, _ again: String) {
    self.answer = answer
    self.time = time
    self.attempts = attempts
    self.vendor = vendor
    self.gateway = gateway
    self.again = again
  }

  var columns: [String] { [answer, time.rawValue, attempts, vendor, gateway, again] }
  var description: String { columns.joined(separator: " | ") }
}
