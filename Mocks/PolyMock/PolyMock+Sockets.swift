import Clocks
package import HTTPTypes
import JSONCoding
package import MockKit
import WebSocket

/// The vendor's three sockets: messaging's, the gateway's and the bridge's.
extension PolyMock {
  /// What may wait for one client.
  private static let mostFrames = 4_096

  package func socket(for request: HTTPRequest) -> MockSocket? {
    guard let match = PolyRoutes.table.match("GET", request.head.path), match.operation.isSocket else { return nil }
    let now = now
    do throws(PolyRefusal) {
      switch match.operation {
      case .openMessaging:
        let query = QueryParameters(request.head.query)
        let judged = look { model in
          Result { () throws(PolyRefusal) in try model.messagingTicket(query, now: now) }
        }
        let ticket = try judged.get()
        return .open { await self.serve(.messaging(session: ticket.session), cursor: ticket.cursor, over: $0, $1) }
      case .openEvents:
        let call = match.parameters["call"] ?? ""
        guard look({ $0.hasEvents(call) }) else { throw PolyRefusal(404, "Call not found") }
        return .open { await self.serve(.events(call: call), over: $0, $1) }
      default: return .open { await self.serve(.signalling, over: $0, $1) }
      }
    } catch {
      let members = look { $0.options.errorMembers }
      let document = error.document(match.operation.family, members, correlation: "")
      return .refused(HTTPResponse(json: document, status: error.status))
    }
  }

  private func serve(
    _ kind: PolyLine.Kind, cursor: Int = 0, over connection: WebSocketConnection, _ outlet: MockSocket.Outlet
  ) async {
    let queue = SocketQueue(most: Self.mostFrames)
    // As before every request: what is due by now has happened.
    outlet.publish(runDueTimers())
    let now = now
    let opened = work { $0.open(kind, cursor: cursor, queue, at: now) }
    let line = PolyEar(line: opened.value, path: Self.path(kind, opened.value), queue: queue)
    // The silence of somebody new may be the next thing that ends.
    outlet.publish(opened.events)
    await converse(line, over: connection, outlet)
    let code = connection.closure?.code ?? 1006
    let end = self.now
    outlet.publish(work { $0.disconnect(line.line, code: code, at: end) }.events)
  }

  /// What the journal and faults call the place where a message came in.
  private static func path(_ kind: PolyLine.Kind, _ line: String) -> String {
    switch kind {
    case .messaging(let session): "/messaging/\(session)"
    case .signalling: "/signalling/\(line)"
    case .events(let call): "/events/\(call)"
    }
  }

  /// Hears until either side has gone; answers that are to come late come meanwhile.
  private func converse(_ ear: PolyEar, over connection: WebSocketConnection, _ outlet: MockSocket.Outlet) async {
    let (late, feed) = AsyncStream<PolyDelivery.Late>.makeStream()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await ear.queue.serve(connection, messages: { self.hear($0, ear, outlet, feed) })
        feed.finish()
      }
      for await answer in late {
        group.addTask {
          await outlet.pause(answer.milliseconds)
          if !Task.isCancelled { ear.queue.send(answer.text) }
        }
      }
      group.cancelAll()
    }
  }

  private func hear(
    _ message: WebSocketMessage, _ ear: PolyEar, _ outlet: MockSocket.Outlet,
    _ late: AsyncStream<PolyDelivery.Late>.Continuation
  ) {
    outlet.publish(runDueTimers())
    let fault = outlet.hear(ear.path, Self.operation(message.bytes), message.bytes)
    let delivery = PolyDelivery(fault: fault, queue: ear.queue, late: late)
    let isText = if case .text = message { true } else { false }
    let now = now
    switch delivery.way {
    case .nothing: return
    case .ending(let act): outlet.publish(work { $0.leave(ear.line, act, at: now) }.events)
    case .usual:
      let worked = work(answering: ear.line, reply: delivery.send) {
        $0.hear(message.bytes, text: isText, on: ear.line, at: now)
      }
      outlet.publish(worked.events)
    }
  }

  /// The type of a frame, in the journal and for faults.
  private static func operation(_ message: [UInt8]) -> String {
    (try? JSON.parse(message, mode: .strict))?["type"]?.stringValue ?? "unreadable"
  }
}
