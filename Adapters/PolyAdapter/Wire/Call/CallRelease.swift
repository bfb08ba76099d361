/// What is to be closed at the end of a call, in this order.
struct CallRelease: Sendable {
  /// Said on a socket before it closes.
  let farewell: (key: SocketKey, frame: OutgoingFrame)?
  /// Of the sockets' own goodbye.
  let code: UInt16
  let sockets: [SocketKey]
  /// Behind the media; best effort.
  let request: PolyRequest?
}
