/// What a kind of provider may be configured with.
package struct ProviderSchema: Sendable, Hashable {
  package let kind: String
  package let credentialKeys: [String]
  package let optionalCredentialKeys: [String]
  /// The vendor's own hosts: a `base_url` elsewhere must be marked as a mock.
  package let hosts: [String]
  /// Option names, each with one sentence.
  package let options: [String: String]

  package init(
    kind: String, credentialKeys: [String], optionalCredentialKeys: [String] = [],
    hosts: [String], options: [String: String]
  ) {
    self.kind = kind
    self.credentialKeys = credentialKeys
    self.optionalCredentialKeys = optionalCredentialKeys
    self.hosts = hosts
    self.options = options
  }
}
