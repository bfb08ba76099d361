/// A whole request, body collected.
package struct HTTPRequest: Sendable {
  package var head: HTTPRequestHead
  package var body: [UInt8]
  /// What the handler's own judgement of the head handed over; nil when there was nothing to hand over, or no judgement.
  package var handover: (any Sendable)?

  package init(head: HTTPRequestHead, body: [UInt8] = [], handover: (any Sendable)? = nil) {
    self.head = head
    self.body = body
    self.handover = handover
  }
}
