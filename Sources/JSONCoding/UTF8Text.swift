/// Texts told apart by their bytes, as JSON does: a composed and a decomposed "é" are two texts, although Swift's `==` takes
/// them for one.
struct UTF8Text: Hashable {
  let text: String

  static func == (left: Self, right: Self) -> Bool { same(left.text, right.text) }

  func hash(into hasher: inout Hasher) { Self.hash(text, into: &hasher) }

  static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }

  static func hash(_ text: String, into hasher: inout Hasher) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
    hasher.combine(0xFF as UInt8)
  }
}
