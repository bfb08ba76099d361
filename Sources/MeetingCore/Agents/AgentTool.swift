/// Something an agent may ask of the integrator's own server.
public struct AgentTool: Sendable, Hashable {
  public let name: String
  public let description: String?
  /// A JSON Schema object of the arguments.
  public let parameters: JSONText
  /// Where the call is posted to.
  public let url: String

  public init(name: String, description: String?, parameters: JSONText, url: String) {
    self.name = name
    self.description = description
    self.parameters = parameters
    self.url = url
  }
}
