import WebSocket

/// What happens on a socket of a call.
enum SocketEvent: Sendable {
  case opened
  case refused(WebSocketError)
  /// A message; the vendor's clients read binary ones like texts.
  case message([UInt8])
  /// What became of a frame.
  case sent(ticket: Int, Bool)
  case closed(WebSocketClosure)
}
