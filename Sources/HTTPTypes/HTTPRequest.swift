/// A whole request, body collected.
package struct HTTPRequest: Sendable {
  package var head: HTTPRequestHead
  package var body: [UInt8]

  package init(head: HTTPRequestHead, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }
}
