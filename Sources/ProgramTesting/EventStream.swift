import Glibc
package import HTTPTypes
import Synchronization

/// One stream of Server-Sent Events, read from a raw socket.
package final class EventStream: Sendable {
  private struct State {
    package var reader = StreamReader()
    package var isOpen = true
  }

  private let socket: RawSocket
  private let state = Mutex(State())
  private let path: String
  private let witness: Witness

  package init(url: String, path: String, fields: HTTPFields, witness: Witness) throws {
    socket = try RawSocket(url: url)
    (self.path, self.witness) = (path, witness)
    var lines = ["GET \(path) HTTP/1.1", "Host: gateway", "Accept: text/event-stream"]
    lines += fields.entries.map { "\($0.name): \($0.value)" }
    try socket.write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
  }

  deinit { close() }

  /// Everything that came so far.
  package var frames: [StreamFrame] { read { $0.frames } }
  package var events: [StreamFrame] { frames.filter { $0.event != nil } }
  package var status: Int? { read { $0.status } }
  package var fields: HTTPFields { read { $0.fields } }
  /// Whether the server ended the connection.
  package var isAtEnd: Bool {
    pump()
    return state.withLock { !$0.isOpen }
  }

  /// Whether it ended as an answer does, and was not cut off.
  package var isComplete: Bool { read { $0.isComplete } }

  /// Waits for the head.
  package func opened() async -> Int? {
    _ = await eventually { self.status != nil }
    return status
  }

  /// Waits until the stream is really followed: its first bytes have come.
  package func followed() async -> Bool { await eventually { !self.frames.isEmpty } }

  /// The first event that fits; nil if none comes within `limit`.
  package func first(within limit: Duration = .seconds(5), _ fits: (StreamFrame) -> Bool) async -> StreamFrame? {
    _ = await eventually(within: limit) { self.events.contains(where: fits) }
    return events.first(where: fits)
  }

  /// What came since the last time. For streams too long to be kept whole.
  package func take() -> [StreamFrame] {
    pump()
    let (frames, text) = state.withLock { ($0.reader.takeFrames(), $0.reader.takeText()) }
    if !text.isEmpty { witness.saw(path: path, fields: [:], text: text) }
    return frames
  }

  package func close() {
    let text = state.withLock { state in
      state.isOpen = false
      defer { state.reader = StreamReader(kept: state.reader) }
      return state.reader.takeText()
    }
    if !text.isEmpty { witness.saw(path: path, fields: [:], text: text) }
    socket.close()
  }

  private func read<Value>(_ get: (StreamReader) -> Value) -> Value {
    pump()
    return state.withLock { get($0.reader) }
  }

  private func pump() {
    state.withLock { state in
      guard state.isOpen else { return }
      while let bytes = socket.read() {
        guard !bytes.isEmpty else {
          state.isOpen = false
          return
        }
        state.reader.take(bytes)
      }
    }
  }
}
