/// A value as an error repeats it: one short line, without what somebody may have put before an `@`, which may be a password.
enum QuotedText {
  private static let maximum = 80

  static func of(_ text: String) -> String {
    let shown = text.split(separator: "@", omittingEmptySubsequences: false)
    let open = shown.count > 1 ? "…@" + shown[shown.count - 1] : text
    let line = String(open.unicodeScalars.prefix(maximum).map { $0.properties.isPrintable ? Character($0) : "?" })
    return "\"\(line)\(open.unicodeScalars.count > maximum ? "…" : "")\""
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isPrintable: Bool {
    switch generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
