/// What a tenant told us of a person.
package struct PersonRecord: Sendable, Hashable {
  package let tenant: String
  package let externalID: String
  package let name: String?
  package let imageURL: String?

  package init(tenant: String, externalID: String, name: String? = nil, imageURL: String? = nil) {
    self.tenant = tenant
    self.externalID = externalID
    self.name = name
    self.imageURL = imageURL
  }
}
