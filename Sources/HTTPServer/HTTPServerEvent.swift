/// What the server did without asking its handler, for the owner's counters.
package enum HTTPServerEvent: Sendable, Equatable {
  case connectionOpened
  case connectionClosed
  /// New clients wait until a connection closes.
  case connectionLimitReached
  /// No descriptor, or no memory, for a client that is waiting.
  case acceptFailed
  case refusedHead(HeadRefusal)
  /// Cut: the head was not complete in time.
  case slowHead
  /// Cut: the body was not complete in time.
  case slowBody
  /// Cut: a chunked body went far beyond its limit.
  case oversizedBody
  /// 503 was answered: there was no room for one more body.
  case bodiesFull
  /// 413 was answered: the handler never saw the request.
  case answeredTooLarge
  /// A field of an answer was left out because its name or value would have broken the answer.
  case droppedResponseField(name: String)
}
