import JSONCoding
import MeetingCore

/// Members of the kinds that the API's objects have.
extension JSONWriter {
  mutating func member(_ name: String, _ value: Int?) { member(name, value.map(Int64.init)) }

  mutating func member(_ name: String, _ time: Timestamp?) { member(name, time.map(Time.format)) }

  mutating func member(_ name: String, raw json: JSONText) {
    key(name)
    raw(json.text.utf8)
  }

  /// A member whose value `write` writes.
  mutating func member(_ name: String, _ write: (inout JSONWriter) -> Void) {
    key(name)
    write(&self)
  }

  mutating func member(_ name: String, _ texts: [String]) {
    key(name)
    list(texts) { $0.string($1) }
  }

  /// Keys in the order of their bytes, so that equal things are written equally.
  mutating func member(_ name: String, _ texts: [String: String]) {
    key(name)
    object { json in
      for (key, value) in texts.sorted(by: { $0.key < $1.key }) { json.member(key, value) }
    }
  }

  /// Members of which nothing is known.
  mutating func nulls(_ names: String...) {
    for name in names {
      key(name)
      null()
    }
  }

  mutating func list<Item>(_ items: [Item], _ write: (inout JSONWriter, Item) -> Void) {
    array { json in for item in items { write(&json, item) } }
  }
}
