import AdapterKit
import JSONCoding

extension User {
  /// nil without an id.
  init?(_ json: JSON?) {
    guard let id = json?["id"]?.stringValue, !id.isEmpty else { return nil }
    self.init(
      id: id, name: json?["name"]?.stringValue, imageURL: json?["image"]?.stringValue.flatMap(ImageURL.init),
      role: json?["role"]?.stringValue, custom: RawJSON.members(json?["custom"]),
      kind: json?["role"]?.stringValue == "guest" ? .guest : .regular)
  }

  /// What the service is to show others; what is not said of somebody known stays.
  var details: JSONObject {
    .present([
      "id": .string(id), "name": isNamed ? .string(name) : nil,
      "image": imageURL.map { .string($0.absoluteString) },
      "custom": custom.isEmpty ? nil : RawJSON.json(custom),
    ])
  }
}
