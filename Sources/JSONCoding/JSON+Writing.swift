extension JSON {
  /// Compact UTF-8.
  package func bytes() -> [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }

  package func text() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// Compact, with the keys of every object in the order of their bytes: equal values give equal bytes.
  package func canonicalBytes() -> [UInt8] { sorted().bytes() }

  private func sorted() -> JSON {
    switch self {
    case .array(let elements): return .array(elements.map { $0.sorted() })
    case .object(let object):
      var result = JSONObject()
      for (key, value) in object.pairs.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        result.append(key, value.sorted())
      }
      return .object(result)
    default: return self
    }
  }
}
