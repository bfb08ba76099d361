import JSONCoding

extension Redactor {
  /// The most that one field may take, in bytes of JSON.
  private static let largest = 8_192

  /// A field's value: hidden when its name speaks of a secret, else scrubbed wherever it holds text. What is too large is
  /// cut, and then a text.
  func scrub(_ value: JSON, under name: String) -> JSON {
    let cleaned = clean(value, isSecret: Redaction.isSecretName(name))
    switch cleaned {
    case .array, .object:
      let bytes = cleaned.bytes()
      return bytes.count <= Self.largest ? cleaned : .string(scrub(String(decoding: bytes, as: UTF8.self)))
    default: return cleaned
    }
  }

  private func clean(_ value: JSON, isSecret: Bool) -> JSON {
    switch value {
    case .null, .bool: return value
    case .integer, .number: return isSecret ? .string(Redaction.mark) : value
    case .string(let text): return .string(isSecret && !text.isEmpty ? Redaction.mark : scrub(text))
    case .array(let elements): return .array(elements.map { clean($0, isSecret: isSecret) })
    case .object(let object): return .object(clean(object, isSecret: isSecret))
    }
  }

  private func clean(_ object: JSONObject, isSecret: Bool) -> JSONObject {
    var result = JSONObject()
    for (key, member) in object.pairs {
      result[scrub(key)] = clean(member, isSecret: isSecret || Redaction.isSecretName(key))
    }
    return result
  }
}
