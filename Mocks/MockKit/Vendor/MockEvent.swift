package import JSONCoding

/// Something that happened at the vendor, with the webhooks that must hear of it.
package struct MockEvent: Sendable {
  /// The account (API key) it belongs to.
  package let tenant: String
  package let type: String
  package let payload: JSON
  /// One delivery for each.
  package let deliveries: [Delivery]
  /// The connections that hear of it, by the vendor's own ids.
  package let sockets: [String]

  package struct Delivery: Sendable {
    /// The vendor's id of this delivery: the same on every retry.
    package let id: String
    package let url: String

    package init(id: String, url: String) {
      self.id = id
      self.url = url
    }
  }

  package init(tenant: String, type: String, payload: JSON, deliveries: [Delivery], sockets: [String] = []) {
    self.tenant = tenant
    self.type = type
    self.payload = payload
    self.deliveries = deliveries
    self.sockets = sockets
  }
}
