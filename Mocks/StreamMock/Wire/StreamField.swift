/// One member of a request object.
struct StreamField: Sendable {
  enum Presence: Sendable {
    case optional, required
    /// Only on the server's side.
    case serverOnly, requiredOfServers
    case clientOnly
  }

  let name: String
  let shape: StreamShape
  let presence: Presence

  init(_ name: String, _ shape: StreamShape, _ presence: Presence = .optional) {
    self.name = name
    self.shape = shape
    self.presence = presence
  }

  func isRequired(_ rules: StreamShapeRules) -> Bool {
    presence == .required || presence == .requiredOfServers && rules.isServer
  }

  func exists(_ rules: StreamShapeRules) -> Bool {
    switch presence {
    case .optional, .required: true
    case .serverOnly, .requiredOfServers: rules.isServer
    case .clientOnly: !rules.isServer
    }
  }
}
