import Clocks
import JSONCoding
import MockKit
import Synchronization
import VendorTesting
import WebSocket

/// A client of one of the vendor's sockets, used by one task at a time: what it heard and nobody asked for yet waits in
/// order.
final class Wire: Sendable {
  let socket: WebSocketConnection
  private let waiting = Mutex<[JSON]>([])

  init(_ socket: WebSocketConnection) { self.socket = socket }

  func say(_ frame: JSON) async { await socket.send(.text(frame.bytes())) }
  func say(text: String) async { await socket.send(WebSocketMessage(text)) }

  /// The next message; nil at the end, or when none comes in ten seconds.
  func message() async -> WebSocketMessage? { await socket.receive(within: .seconds(10), SystemTime()) }

  private func receive() async -> JSON? {
    guard let message = await message() else { return nil }
    return (try? JSON.parse(message.bytes, mode: .strict)) ?? .string(String(decoding: message.bytes, as: UTF8.self))
  }

  /// The first frame that fits; the others wait.
  func frame(_ fits: (JSON) -> Bool) async -> JSON? {
    let known = waiting.withLock { waiting in
      waiting.firstIndex(where: fits).map { waiting.remove(at: $0) }
    }
    if let known { return known }
    while let frame = await receive() {
      if fits(frame) { return frame }
      waiting.withLock { $0.append(frame) }
    }
    return nil
  }

  /// The next frame, whatever it is.
  func next() async -> JSON? { await frame { _ in true } }

  /// The first frame of a type, e.g. `answer` or `EVENT_TYPE_SESSION_END`.
  func frame(of type: String) async -> JSON? { await frame { $0["type"]?.stringValue == type } }

  /// `CODE text` of the next `error` frame.
  func error() async -> String {
    let frame = await frame(of: "error")
    return "\(frame?["data"]?["code"]?.stringValue ?? "none") \(frame?["data"]?["message"]?.stringValue ?? "")"
  }

  /// Everything said on the signalling socket up to now, in order.
  func heard() async -> [JSON] {
    await say(["type": "ping"])
    var frames: [JSON] = []
    while let frame = await next(), frame["type"] != "pong" { frames.append(frame) }
    return frames
  }

  /// How the connection ended, once it has.
  func closure() async -> WebSocketClosure? {
    while await receive() != nil {}
    return socket.closure
  }
}
