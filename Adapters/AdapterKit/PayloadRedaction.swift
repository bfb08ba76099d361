package import JSONCoding
import StructuredLogging

/// A vendor's event as it may be shown: without secrets and signed addresses, at most 16 KB.
package enum PayloadRedaction {
  private static let limit = 16_000

  package static func redacted(_ event: JSON) -> String {
    let cleaned = clean(event, under: "")
    let text = cleaned.text()
    return text.utf8.count <= limit ? text : short(cleaned).text()
  }

  /// The plain members that fit, of an event that is too large.
  private static func short(_ event: JSON) -> JSON {
    var result: JSONObject = JSONObject()
    result["truncated"] = true
    for (key, value) in event.objectValue?.pairs ?? [] {
      switch value {
      case .array, .object: continue
      default:
        var grown = result
        grown[key] = value
        if JSON.object(grown).bytes().count <= limit { result = grown }
      }
    }
    return .object(result)
  }

  private static func clean(_ value: JSON, under name: String) -> JSON {
    switch value {
    case .null, .bool: value
    case .array(let elements): .array(elements.map { clean($0, under: name) })
    case .object(let object): .object(clean(object))
    case _ where isSecret(name): .string(Redaction.mark)
    case .string(let text): .string(text.contains("://") ? Redaction.url(text) : Redaction.scrub(text))
    default: value
    }
  }

  /// Beside what is secret everywhere: the keys of broadcasts, however a vendor writes them.
  private static func isSecret(_ name: String) -> Bool {
    Redaction.isSecretName(name) || name == "stream_key" || name == "streamKey"
  }

  private static func clean(_ object: JSONObject) -> JSONObject {
    var result = JSONObject()
    for (key, member) in object.pairs { result[key] = clean(member, under: key) }
    return result
  }
}
