package import HTTPTypes
package import JSONCoding

extension HTTPResponse {
  /// An answer with a JSON document.
  package init(json: JSON, status: Int = 200, fields: HTTPFields = [:]) {
    var fields = fields
    fields["Content-Type"] = "application/json"
    self.init(status: status, fields: fields, body: .bytes(json.bytes()))
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }
}

extension JSON {
  /// The string, or null.
  package static func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
  package static func strings(_ values: some Sequence<String>) -> JSON { .array(values.map(JSON.string)) }
  package static func int(_ value: Int) -> JSON { .integer(Int64(value)) }
}
