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
}
