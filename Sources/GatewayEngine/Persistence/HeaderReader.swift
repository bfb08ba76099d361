import JSONCoding
import MeetingCore

/// Reads our own stored JSON: a missing field is nil, never an error, so that older rows stay readable.
struct HeaderReader {
  private let json: JSON

  init(_ json: JSON) { self.json = json }

  func text(_ name: String) -> String? { json[name]?.stringValue }
  func flag(_ name: String) -> Bool { json[name]?.boolValue ?? false }
  func optionalFlag(_ name: String) -> Bool? { json[name]?.boolValue }
  func integer(_ name: String) -> Int64? { json[name]?.integerValue }
  func number(_ name: String) -> Double? { json[name]?.numberValue }
  func time(_ name: String) -> Timestamp? { integer(name).map(Timestamp.init(nanoseconds:)) }
  func list(_ name: String) -> [JSON] { json[name]?.arrayValue ?? [] }
  func nested(_ name: String) -> HeaderReader { HeaderReader(json[name] ?? .null) }

  func times(_ name: String) -> [String: Timestamp] {
    var result: [String: Timestamp] = [:]
    for (key, value) in json[name]?.objectValue?.pairs ?? [] {
      result[key] = value.integerValue.map(Timestamp.init(nanoseconds:))
    }
    return result
  }

  func map<Value>(_ name: String, _ read: (HeaderReader) -> Value) -> [String: Value] {
    var result: [String: Value] = [:]
    for (key, value) in json[name]?.objectValue?.pairs ?? [] { result[key] = read(HeaderReader(value)) }
    return result
  }

  func texts(_ name: String) -> [String: String] {
    var result: [String: String] = [:]
    for (key, value) in json[name]?.objectValue?.pairs ?? [] { result[key] = value.stringValue }
    return result
  }
}
