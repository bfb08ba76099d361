import JSONCoding

/// A frame on its way. Prints nothing but its type: offers hold tokens and passwords.
struct OutgoingFrame: Sendable, CustomStringConvertible, CustomReflectable {
  let json: JSON

  init(_ json: JSON) { self.json = json }

  var bytes: [UInt8] { json.bytes() }
  var description: String { json["type"]?.stringValue ?? "frame" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
