import JSONCoding
import HTTPTypes

/// Where a test wants the vendor's events, and which.
package struct WebhookTarget: Sendable {
  package let url: String
  /// Empty means every type.
  package let events: [String]
  /// Which account, nil for the first.
  package let tenant: String?

  package init(url: String, events: [String] = [], tenant: String? = nil) {
    self.url = url
    self.events = events
    self.tenant = tenant
  }

  init(_ object: JSONObject) throws(ControlRefusal) {
    let fields = try ControlFields(object, allowed: ["url", "events", "tenant"])
    url = try fields.required("url", fields.string("url"))
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw ControlRefusal("must be an http or https URL", field: "url")
    }
    events = try fields.strings("events") ?? []
    tenant = try fields.string("tenant")
  }
}
