/// What a server serves: the facade, a mock vendor, a test.
package protocol HTTPHandler: Sendable {
  /// Judges the head before a byte of the body is read: refuse now, or say how much body to read.
  func admit(_ head: HTTPRequestHead) async -> HTTPAdmission
  /// Answers the whole request. Its task is cancelled when the client goes away; what must run to its end shields itself.
  func respond(to request: HTTPRequest) async -> HTTPResponse
}

extension HTTPHandler {
  package func admit(_ head: HTTPRequestHead) async -> HTTPAdmission { .read(limit: 1 << 20) }
}

package enum HTTPAdmission: Sendable {
  /// Read the body, at most `limit` bytes. A declared length above `limit + 256 KiB` is answered 413 unread; within that
  /// margin, or chunked, the rest is read and thrown away and `tooLarge` is answered at the end.
  /// What was found out on the way can be handed over: it comes back with the whole request.
  case read(limit: Int, tooLarge: HTTPResponse = HTTPResponse(status: 413), handover: (any Sendable)? = nil)
  /// Answer without reading; the connection closes if a body was announced.
  case answer(HTTPResponse)
}
