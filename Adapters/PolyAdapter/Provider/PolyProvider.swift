package import Clocks
import ClientSupport
package import Cryptography
package import HTTPTypes
import StructuredLogging
package import WebSocket

/// Voice calls with an agent at Poly. The vendor has no rooms: a room is the gateway's own record, and nothing is at the
/// vendor until somebody calls.
public struct PolyProvider: Sendable {
  let account: PolyAccount
  let transport: any HTTPTransport
  let time: any TimeSource
  let random: any RandomSource
  /// Opens the connections of a call; nil = there are no calls.
  let sockets: (any WebSocketConnecting)?

  package init(
    account: PolyAccount, transport: any HTTPTransport, time: any TimeSource, random: any RandomSource,
    sockets: (any WebSocketConnecting)? = nil
  ) {
    self.account = account
    self.transport = transport
    self.time = time
    self.random = random
    self.sockets = sockets
  }

  /// Over what a call goes: shared with everything else, and closed by others.
  var network: CallNetwork? {
    sockets.map { CallNetwork(ClientNetwork.Parts(transport: transport, sockets: $0)) }
  }
}
