import ClientSupport
import Synchronization
import WebSocket

/// One network for all calls at a time, closed when the last of them is over.
final class SharedNetwork: Sendable {
  private struct State {
    var network: ClientNetwork?
    var users = 0
  }

  private let state = Mutex(State())

  var forCall: CallNetwork {
    CallNetwork(
      acquire: { () throws(WebSocketError) in try self.acquire() }, release: { await self.release() })
  }

  private func acquire() throws(WebSocketError) -> ClientNetwork.Parts {
    try state.withLock { state throws(WebSocketError) in
      let network = state.network ?? ClientNetwork()
      let parts = try network.parts()
      state.network = network
      state.users += 1
      return parts
    }
  }

  private func release() async {
    let last = state.withLock { state -> ClientNetwork? in
      state.users -= 1
      guard state.users == 0 else { return nil }
      defer { state.network = nil }
      return state.network
    }
    await last?.close()
  }
}
