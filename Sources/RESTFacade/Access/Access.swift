import GatewayEngine
import MeetingCore

/// Who may use a route.
struct Access: Sendable, Hashable {
  enum Clients: Sendable, Hashable {
    case nobody
    /// Whoever holds a token for the room in the path.
    case everybodyInTheRoom
    /// Of those, hosts and co-hosts.
    case whoRunsTheRoom
  }

  /// A key needs one of these.
  let scopes: [Scope]
  /// What a client token is good for, in its own room only.
  let clients: Clients

  static func reading(clients: Clients = .nobody) -> Self { Self(scopes: [.read, .manage], clients: clients) }
  static func managing(clients: Clients = .nobody) -> Self { Self(scopes: [.manage], clients: clients) }
  static let administering = Self(scopes: [.admin], clients: .nobody)
  static let operating = Self(scopes: [.operator], clients: .nobody)
  /// What an instance has to offer is no secret from whoever builds on it.
  static let surveying = Self(scopes: [.read, .manage, .operator], clients: .nobody)

  /// Throws `forbidden` for whoever may not use the route with this room in its path; nil where no room is in the path.
  func check(_ principal: Principal, room: String?) throws(GatewayError) {
    switch principal {
    case .key(let key):
      if !scopes.contains(where: key.scopes.contains) {
        throw GatewayError(.forbidden, "the key needs the scope " + scopes.map(\.rawValue).joined(separator: " or "))
      }
    case .client(let client):
      try check(client, room: room)
    }
  }

  private func check(_ client: ClientPrincipal, room: String?) throws(GatewayError) {
    if clients == .nobody { throw GatewayError(.forbidden, "a client token is no good here") }
    guard let room, room.utf8.elementsEqual(client.room.utf8) else {
      throw GatewayError(.forbidden, "the client token is for another room")
    }
    if clients == .whoRunsTheRoom, !client.role.runsTheRoom {
      throw GatewayError(.forbidden, "only hosts and co-hosts may do this")
    }
  }
}
