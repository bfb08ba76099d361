package import JSONCoding

/// RFC 6901 pointers, for bending one member of an answer.
package enum JSONPointer {
  /// The document with the value at `pointer` replaced by what `change` makes of it (nil removes it); nil when the pointer
  /// leads nowhere.
  package static func changing(_ document: JSON, at pointer: String, _ change: (JSON) -> JSON?) -> JSON? {
    let tokens = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(unescaped)
    guard pointer.hasPrefix("/"), case .some(let changed) = descend(document, tokens[...], change) else { return nil }
    return changed
  }

  private static func descend(_ value: JSON, _ tokens: ArraySlice<String>, _ change: (JSON) -> JSON?) -> JSON?? {
    guard let token = tokens.first else { return .some(change(value)) }
    switch value {
    case .object(var object):
      guard let member = object[token], let changed = descend(member, tokens.dropFirst(), change) else { return nil }
      object[token] = changed
      return .object(object)
    case .array(var items):
      guard let index = Int(token), items.indices.contains(index),
        let changed = descend(items[index], tokens.dropFirst(), change)
      else { return nil }
      if let changed { items[index] = changed } else { items.remove(at: index) }
      return .array(items)
    default: return nil
    }
  }

  private static func unescaped(_ token: Substring) -> String {
    var text: [UInt8] = []
    var bytes = token.utf8.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "~") else {
        text.append(byte)
        continue
      }
      text.append(bytes.next() == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
