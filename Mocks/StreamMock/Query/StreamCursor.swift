import Cryptography

/// Opaque page marks.
enum StreamCursor {
  static func text(_ offset: Int) -> String { Base64URL.encode(Array("offset=\(offset)".utf8)) }

  static func offset(_ cursor: String?) throws(StreamRefusal) -> Int {
    guard let cursor, !cursor.isEmpty else { return 0 }
    guard let bytes = Base64URL.decode(cursor), let text = String(validating: bytes, as: UTF8.self),
      text.hasPrefix("offset="), let offset = Int(text.dropFirst(7)), offset >= 0
    else { throw .input("the cursor is not valid") }
    return offset
  }
}
