/// One open stream of events, of which only two things are read: that it has begun, and when a marker came by.
final class EventStream {
  let socket: Socket
  private(set) var isOpen = false
  /// The end of what came before, in case a marker lies across two reads.
  private var tail: [UInt8] = []

  init(_ socket: Socket) { self.socket = socket }

  /// Takes what has come; true when it holds the marker, which is not empty.
  func receive(_ buffer: UnsafeMutableRawBufferPointer, marker: [UInt8]) throws(LoadFailure) -> Bool {
    guard let count = socket.read(into: buffer) else { return false }
    guard count > 0 else { throw LoadFailure("the server ended a stream") }
    tail.append(contentsOf: buffer[..<count])
    if !isOpen { try readHead() }
    let isHere = tail.withUnsafeBytes { Search.first(marker, in: $0) != nil }
    tail.removeFirst(isOpen ? tail.count - min(tail.count, marker.count - 1) : 0)
    return isHere
  }

  /// The head and the first bytes behind it: from then on the log is followed.
  private func readHead() throws(LoadFailure) {
    let text = String(decoding: tail, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return }
    guard text.hasPrefix("HTTP/1.1 200") else { throw LoadFailure("a stream was refused: \(text.prefix(400))") }
    isOpen = end.upperBound < text.endIndex
  }
}
