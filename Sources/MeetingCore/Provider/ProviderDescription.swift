/// What an adapter says of its vendor: composed into OpenAPI and the configuration reference, so that no other module needs
/// a vendor's word.
public struct ProviderDescription: Sendable {
  /// The `kind` in configuration and answers.
  public let kind: String
  public let title: String
  /// Names of the credentials an account needs, in configuration.
  public let credentialKeys: [String]
  /// Names of those it may have on top, for what it can do with them.
  public let optionalCredentialKeys: [String]
  /// The vendor's own hosts; a `base_url` elsewhere must be marked as a mock.
  public let hosts: [String]
  /// Account options by name, each with one sentence.
  public let options: [String: String]
  /// JSON Schema of this kind's part of `provider_options`.
  public let roomOptionsSchema: JSONText
  /// What is wrong with a room's options of this kind, which are an object: pointers begin at that object. Empty when the
  /// adapter takes them as they are.
  public let roomOptionIssues: @Sendable (JSONText) -> [FieldIssue]
  /// JSON Schema of `connect` in a join answer.
  public let connectSchema: JSONText

  public init(
    kind: String, title: String, credentialKeys: [String], optionalCredentialKeys: [String] = [],
    hosts: [String], options: [String: String],
    roomOptionsSchema: JSONText, roomOptionIssues: @escaping @Sendable (JSONText) -> [FieldIssue] = { _ in [] },
    connectSchema: JSONText
  ) {
    self.kind = kind
    self.title = title
    self.credentialKeys = credentialKeys
    self.optionalCredentialKeys = optionalCredentialKeys
    self.hosts = hosts
    self.options = options
    self.roomOptionsSchema = roomOptionsSchema
    self.roomOptionIssues = roomOptionIssues
    self.connectSchema = connectSchema
  }
}
