package import JSONCoding

extension JSONObject {
  /// The members that say something: nil and null leave one out. (Where a `nil` may be either of both, it is the null.)
  package static func present(_ members: KeyValuePairs<String, JSON?>) -> JSONObject {
    var object = JSONObject()
    for (name, value) in members { if let value, !value.isNull { object[name] = value } }
    return object
  }
}
