import Clocks
import HTTPTypes
import JSONCoding
import MockKit
import Synchronization
import WebSocket

/// The media server's signalling: where a join's credentials lead. Its frames are JSON, of our own framing; no sound and
/// no picture is carried.
extension StreamMock {
  static let mediaPath = "/media/connect"
  /// Tells clients that they may speak JSON there.
  static let mediaQuery = "framing=json"
  /// What may wait for one device.
  static let mostMediaFrames = 4_096

  func mediaSocket(_ request: HTTPRequest) -> MockSocket {
    let host = request.head.fields["Host"] ?? ""
    return .open { await self.serveMedia(on: host, over: $0, $1) }
  }

  private func serveMedia(on host: String, over connection: WebSocketConnection, _ outlet: MockSocket.Outlet) async {
    guard let first = await connection.receive() else { return }
    let queue = SocketQueue(most: Self.mostMediaFrames)
    // As before every request: what is due by now has happened.
    outlet.publish(runDueTimers())
    do throws(StreamMediaRefusal) {
      let (address, events) = try joinMedia(first.bytes, host, queue)
      outlet.publish(events)
      await queue.serve(connection) { message in
        outlet.publish(self.runDueTimers())
        outlet.publish(self.hearMedia(message, address, queue))
      }
      outlet.publish(loseMedia(address, queue))
    } catch {
      await connection.send(.text(error.frame.bytes()))
      await connection.close(error.shouldRetry ? Self.passingCode : 1008, "")
    }
  }

  private func joinMedia(
    _ message: [UInt8], _ host: String, _ queue: SocketQueue
  ) throws(StreamMediaRefusal) -> (StreamMediaAddress, [MockEvent]) {
    let now = now
    let frame = try StreamTenant.mediaFrame(message)
    let key = StreamMediaToken.account(of: frame["token"]?.stringValue ?? "") ?? configuration.accounts[0].apiKey
    return try tenants.withLock { tenants throws(StreamMediaRefusal) in
      guard var tenant = tenants.removeValue(forKey: key) else {
        throw StreamMediaRefusal(.unauthenticated, "the token is invalid")
      }
      defer { tenants[key] = tenant }
      let join = try tenant.readJoin(message, audience: host, at: now)
      try tenant.joinMedia(join, queue, at: now)
      let address = StreamMediaAddress(tenant: key, cid: join.token.cid, session: join.session)
      return (address, tenant.takeEvents())
    }
  }

  private func hearMedia(_ message: [UInt8], _ address: StreamMediaAddress, _ queue: SocketQueue) -> [MockEvent] {
    let now = now
    return tenants.withLock { tenants in
      tenants[address.tenant]?.hearMedia(message, address.session, address.cid, queue, at: now)
      return tenants[address.tenant]?.takeEvents() ?? []
    }
  }

  private func loseMedia(_ address: StreamMediaAddress, _ queue: SocketQueue) -> [MockEvent] {
    let now = now
    return tenants.withLock { tenants in
      tenants[address.tenant]?.loseMedia(address.session, address.cid, queue, at: now)
      return tenants[address.tenant]?.takeEvents() ?? []
    }
  }
}
