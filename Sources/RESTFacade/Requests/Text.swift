/// Rules of the texts people read.
enum Text {
  /// C0, DEL, C1 and the two Unicode line ends: what can break a log line, a frame or a screen.
  static func hasControl(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
      default: false
      }
    }
  }

  /// Texts of several lines may have tabs and line breaks.
  static func isControlInProse(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10, 13: false
    case 0..<32, 127...159: true
    default: false
    }
  }

  static let prosePattern = #"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$"#
}
