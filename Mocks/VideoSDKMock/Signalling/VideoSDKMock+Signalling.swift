import Clocks
package import HTTPTypes
import JSONCoding
package import MockKit
import WebSocket

/// The signalling's socket: `/?roomId=…&peerId=…&secret=…&mode=…&peerType=…`, subprotocol `protoo`.
extension VideoSDKMock {
  static let subprotocol = "protoo"
  /// What may wait for one client.
  private static let mostFrames = 4_096

  package func socket(for request: HTTPRequest) -> MockSocket? {
    guard request.head.path == "/", let query = QueryParameters(request.head.query) else { return nil }
    let offers = request.head.fields.values(of: "Sec-WebSocket-Protocol").flatMap { $0.split(separator: ",") }
    if configuration.options.signalling.requiresProtoo, !offers.contains(where: { $0.trimmed == Self.subprotocol }) {
      return .refused(Self.refused(VideoSDKRefusal(403, "Invalid/missing Sec-WebSocket-Protocol")))
    }
    let ticket = Result { () throws(VideoSDKRefusal) in try VideoSDKTicket(query) }
    if configuration.options.signalling.refusal == .ofTheHandshake, let refusal = refusal(of: ticket) {
      return .refused(Self.refused(refusal))
    }
    return .open(subprotocols: [Self.subprotocol]) { await self.serve(ticket, over: $0, $1) }
  }

  private static func refused(_ refusal: VideoSDKRefusal) -> HTTPResponse {
    HTTPResponse(json: refusal.document, status: 403)
  }

  private func refusal(of ticket: Result<VideoSDKTicket, VideoSDKRefusal>) -> VideoSDKRefusal? {
    let now = now
    do throws(VideoSDKRefusal) {
      let ticket = try ticket.get()
      let judged = look(at: ticket.account) { tenant in
        Result { () throws(VideoSDKRefusal) in try tenant.admission(ticket, at: now) }
      }
      guard let judged else { throw .token(.invalidToken, "Token is invalid") }
      _ = try judged.get()
      return nil
    } catch {
      return error
    }
  }

  private func serve(
    _ ticket: Result<VideoSDKTicket, VideoSDKRefusal>, over connection: WebSocketConnection, _ outlet: MockSocket.Outlet
  ) async {
    let queue = SocketQueue(most: Self.mostFrames)
    // As before every request: what is due by now has happened.
    outlet.publish(runDueTimers())
    let now = now
    do throws(VideoSDKRefusal) {
      let ticket = try ticket.get()
      let taken = try work(on: ticket.account) { tenant throws(VideoSDKRefusal) in
        try tenant.connect(ticket, queue, at: now)
      }
      guard let taken else { throw .token(.invalidToken, "Token is invalid") }
      // A stranger's silence may be the next thing that ends.
      outlet.publish(taken.events)
      let seat = VideoSDKSeat(
        account: ticket.account, connection: taken.value, path: "/rooms/\(ticket.roomID)/peers/\(ticket.peerID)",
        queue: queue)
      await converse(seat, over: connection, outlet)
      let end = self.now
      outlet.publish(work(on: seat.account) { $0.disconnect(seat.connection, at: end) }?.events ?? [])
    } catch {
      await refuse(error, on: connection)
    }
  }

  private func refuse(_ refusal: VideoSDKRefusal, on connection: WebSocketConnection) async {
    let data = VideoSDKTenant.errorData(refusal.code?.rawValue ?? refusal.status, refusal.message)
    let frame = ProtooFrame.notification(method: "error", data: .object(data))
    await connection.send(.text(frame.json.bytes()))
    await connection.close(1008, refusal.message)
  }

  /// Hears until either side has gone; answers that are to come late come meanwhile.
  private func converse(
    _ seat: VideoSDKSeat, over connection: WebSocketConnection, _ outlet: MockSocket.Outlet
  ) async {
    let (late, feed) = AsyncStream<VideoSDKLateAnswer>.makeStream()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await seat.queue.serve(connection) { self.hear($0, seat, outlet, feed) }
        feed.finish()
      }
      for await answer in late {
        group.addTask {
          await outlet.pause(answer.milliseconds)
          if !Task.isCancelled { seat.queue.send(answer.text) }
        }
      }
      group.cancelAll()
    }
  }

  private func hear(
    _ message: [UInt8], _ seat: VideoSDKSeat, _ outlet: MockSocket.Outlet,
    _ late: AsyncStream<VideoSDKLateAnswer>.Continuation
  ) {
    outlet.publish(runDueTimers())
    guard let frame = ProtooFrame(message) else {
      _ = outlet.hear(seat.path, "unreadable", message)
      return
    }
    let fault = outlet.hear(seat.path, operation(frame, seat), message)
    let delivery = VideoSDKDelivery(fault: fault, queue: seat.queue, late: late)
    guard delivery.beginsWork(frame) else { return }
    let now = now
    let worked = work(on: seat.account) { tenant in
      tenant.hear(frame, from: seat.connection, at: now, reply: delivery.send)
    }
    outlet.publish(worked?.events ?? [])
  }

  /// What the journal and faults call it: a request's method, or what is answered.
  private func operation(_ frame: ProtooFrame, _ seat: VideoSDKSeat) -> String {
    switch frame {
    case .request(_, let method, _), .notification(let method, _): method
    case .response(let id, _):
      look(at: seat.account) { $0.question(id, to: seat.connection)?.method ?? "nothing" }.map { $0 + " reply" } ?? ""
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring { self[(firstIndex { $0 != " " } ?? endIndex)...].prefix { $0 != " " } }
}
