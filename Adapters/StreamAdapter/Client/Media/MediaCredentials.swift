package import Cryptography
package import JSONCoding

/// What a join answer gives to reach the media side with.
package struct MediaCredentials: Sendable, Hashable {
  /// The media server's name.
  package let edge: String
  /// Where its WebSocket is.
  package let endpoint: String
  package let token: Secret

  package init(edge: String, endpoint: String, token: Secret) {
    self.edge = edge
    self.endpoint = endpoint
    self.token = token
  }

  /// Reads the whole answer of a join.
  package init(joinAnswer answer: JSON) throws(MediaFailure) {
    func text(_ path: String...) throws(MediaFailure) -> String {
      let value = path.reduce(answer["credentials"]) { $0?[$1] }?.stringValue ?? ""
      guard !value.isEmpty else {
        throw .badCredentials(pointer: "/credentials/" + path.joined(separator: "/"))
      }
      return value
    }
    endpoint = try text("server", "ws_endpoint")
    token = Secret(try text("token"))
    edge = answer["credentials"]?["server"]?["edge_name"]?.stringValue ?? ""
  }
}
