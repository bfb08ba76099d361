import Cryptography
import JSONCoding
import StructuredLogging

/// An event as it is stored until its room is there: without stream keys and signed addresses, which no fact needs. Its
/// digest goes with it, so that it has the keys of the whole one.
enum KeptEvent {
  private static let mark = "switchboard_digest"
  private static let files: Set<String> = ["call_recording", "call_transcription"]
  private static let secrets: Set<String> = ["stream_key", "stream_url"]

  static func redacted(_ event: JSON) -> JSON {
    guard let object = event.objectValue else { return event }
    let cleaned = clean(object, under: "")
    guard cleaned != object else { return event }
    var result = cleaned
    result[mark] = .string(digest(event))
    return .object(result)
  }

  /// As the vendor sent it, as far as it was kept.
  static func plain(_ event: JSON) -> JSON {
    guard var object = event.objectValue, object[mark] != nil else { return event }
    object[mark] = nil
    return .object(object)
  }

  /// What only one way of telling adds does not count.
  static func digest(_ event: JSON) -> String {
    if let kept = event[mark]?.stringValue { return kept }
    var content = event.objectValue ?? JSONObject()
    for name in ["request_info", "received_at"] { content[name] = nil }
    return Hex.encode(SHA256.digest(JSON.object(content).canonicalBytes()))
  }

  private static func clean(_ object: JSONObject, under name: String) -> JSONObject {
    var result = JSONObject()
    for (key, member) in object.pairs {
      result[key] = files.contains(name) && key == "url" ? address(member) : clean(member, under: key)
    }
    return result
  }

  /// What integrators wrote themselves is theirs, and facts are made of it.
  private static func clean(_ value: JSON, under name: String) -> JSON {
    if name == "custom" { return value }
    return switch value {
    case .null, .bool: value
    case .object(let object): .object(clean(object, under: name))
    case .array(let elements): .array(elements.map { clean($0, under: name) })
    case _ where secrets.contains(name) || Redaction.isSecretName(name): .string(Redaction.mark)
    default: value
    }
  }

  private static func address(_ value: JSON) -> JSON {
    value.stringValue.map { .string(Redaction.url($0)) } ?? value
  }
}
