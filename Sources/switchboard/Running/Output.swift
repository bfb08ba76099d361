import Glibc

/// What a command says to its user.
enum Output {
  static func line(_ text: String) { write(1, text + "\n") }
  static func problem(_ text: String) { write(2, text + "\n") }

  private static func write(_ descriptor: Int32, _ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let wrote = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if wrote < 0 && errno == EINTR { continue }
      guard wrote > 0 else { return }
      bytes = bytes.dropFirst(wrote)
    }
  }
}
