import JSONCoding
import StructuredLogging

/// An event as it is stored until its room is there: addresses of files lose their signatures, which no fact needs; so it is
/// read to the same facts.
enum KeptEvent {
  private static let addresses: Set<String> = ["fileUrl", "keyUrl", "metaUrl"]

  static func redacted(_ value: JSON) -> JSON { clean(value, under: "") }

  private static func clean(_ value: JSON, under name: String) -> JSON {
    switch value {
    case .null, .bool: value
    case .object(let object):
      .object(object.pairs.reduce(into: JSONObject()) { $0[$1.key] = clean($1.value, under: $1.key) })
    case .array(let elements): .array(elements.map { clean($0, under: name) })
    case .string(let text) where addresses.contains(name): .string(Redaction.url(text))
    case _ where Redaction.isSecretName(name): .string(Redaction.mark)
    default: value
    }
  }
}
