import MeetingCore

/// The caller's own ids of rooms and people.
enum ExternalID {
  static let maximumLength = 120
  static let rule = "1 to 120 of A-Z a-z 0-9 . _ ~ @ : | + = -"
  static let pattern = "^[A-Za-z0-9._~@:|+=-]{1,120}$"

  static func isValid(_ text: String) -> Bool {
    (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy(isAllowed)
  }

  /// nil when valid.
  static func issue(with text: String, at pointer: String) -> FieldIssue? {
    isValid(text) ? nil : FieldIssue(pointer: pointer, code: "invalid_id", message: "must be \(rule)")
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "._~@:|+=-".utf8.contains(byte)
    }
  }
}
