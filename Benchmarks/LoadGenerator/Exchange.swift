/// One kept-alive connection with at most one request on its way.
final class Exchange {
  private(set) var socket: Socket
  private var parser = ResponseParser()
  /// When the request that is on its way was sent, or should have been.
  private(set) var since: Int64 = 0
  private(set) var isBusy = false

  init(_ socket: Socket) { self.socket = socket }

  func send(_ request: UnsafeRawBufferPointer, since: Int64) throws(LoadFailure) {
    parser.reset()
    self.since = since
    isBusy = true
    try socket.write(request)
  }

  /// The answer's status and body once it is whole. A connection that the other side ends is a failure: all peers are
  /// set up to keep theirs.
  func receive(_ buffer: UnsafeMutableRawBufferPointer) throws(LoadFailure) -> (status: Int, body: ArraySlice<UInt8>)? {
    guard let count = socket.read(into: buffer) else { return nil }
    guard count > 0, isBusy else { throw LoadFailure("the server closed a connection") }
    guard try parser.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return nil }
    isBusy = false
    return (parser.status, parser.body)
  }
}
