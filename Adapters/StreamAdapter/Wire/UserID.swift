/// External ids as user ids of the service, and back. The service takes letters, digits, `@`, `_` and `-`, at most 255 of
/// them; our 120 characters become at most 240. `_` is the escape: `__` is itself, every other character that the service
/// does not take is `_` and a letter.
enum UserID {
  /// The service's reserved id of everybody who is nobody.
  static let anonymous = "!anon"

  private static let escapes: [(plain: UInt8, letter: UInt8)] = [
    (95, 95), (46, 100), (126, 116), (58, 99), (124, 112), (43, 97), (61, 101),
  ]

  /// nil when the id holds what external ids never do.
  static func encode(_ externalID: String) -> String? {
    var text: [UInt8] = []
    for byte in externalID.utf8 {
      if isPlain(byte) {
        text.append(byte)
      } else if let escape = escapes.first(where: { $0.plain == byte }) {
        text += [95, escape.letter]
      } else {
        return nil
      }
    }
    return text.isEmpty || text.count > 255 ? nil : String(decoding: text, as: UTF8.self)
  }

  /// nil for whatever `encode` does not write, e.g. a user that somebody else made.
  static func decode(_ id: String) -> String? {
    var bytes: [UInt8] = []
    var iterator = id.utf8.makeIterator()
    while let byte = iterator.next() {
      if isPlain(byte) {
        bytes.append(byte)
      } else if byte == 95, let letter = iterator.next(), let escape = escapes.first(where: { $0.letter == letter }) {
        bytes.append(escape.plain)
      } else {
        return nil
      }
    }
    return bytes.isEmpty || bytes.count > 120 ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 64...90, 97...122, 45: true
    default: false
    }
  }
}
