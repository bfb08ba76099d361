import JSONCoding

extension JSONObject {
  /// The members that are there; nil leaves one out.
  static func present(_ members: KeyValuePairs<String, JSON?>) -> JSONObject {
    var object = JSONObject()
    for (name, value) in members { if let value { object[name] = value } }
    return object
  }
}
