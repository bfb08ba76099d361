import JSONCoding

/// Why somebody is gone, as far as the service says it.
struct SignallingDeparture: Sendable, Hashable {
  /// The service's number, 1001 to 1011.
  let code: Int?
  /// The service's words; empty when there are none.
  let words: String

  static let unsaid = Self(code: nil, words: "")
  static let duplicate = Self(code: 1011, words: "")

  init(code: Int?, words: String) {
    self.code = code
    self.words = words
  }

  /// The number goes by several names.
  init(_ data: JSON) {
    let reason = data["reason"]
    let numbers = [data["reasonCode"], data["leaveReason"], data["code"], reason?["code"], reason]
    code = numbers.lazy.compactMap(Self.number).first
    let texts = [data["reasonText"], data["message"], reason?["message"], reason, data["leaveReason"]]
    words = String((texts.lazy.compactMap { $0?.stringValue }.first { Int($0) == nil } ?? "").prefix(200))
  }

  private static func number(_ json: JSON?) -> Int? {
    (json?.integerValue ?? json?.stringValue.flatMap { Int64($0) }).flatMap { Int(exactly: $0) }
  }
}
