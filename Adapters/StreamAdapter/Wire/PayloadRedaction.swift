import JSONCoding
import StructuredLogging

/// A vendor's event as it may be shown: without secrets and signed addresses, at most 16 KB.
enum PayloadRedaction {
  private static let limit = 16_000

  static func redacted(_ event: JSON) -> String {
    let text = clean(event, under: "").text()
    return text.utf8.count <= limit ? text : #"{"truncated":true}"#
  }

  private static func clean(_ value: JSON, under name: String) -> JSON {
    switch value {
    case .string(let text):
      if Redaction.isSecretName(name) || name == "stream_key" { return .string(Redaction.mark) }
      return .string(text.contains("://") ? Redaction.url(text) : Redaction.scrub(text))
    case .array(let elements): return .array(elements.map { clean($0, under: name) })
    case .object(let object):
      var result = JSONObject()
      for (key, member) in object.pairs { result[key] = clean(member, under: key) }
      return .object(result)
    default: return value
    }
  }
}
