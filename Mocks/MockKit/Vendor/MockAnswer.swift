package import HTTPTypes

/// What a vendor says to one request, and the events the request caused, in order.
package struct MockAnswer: Sendable {
  package var response: HTTPResponse
  package var events: [MockEvent]

  package init(_ response: HTTPResponse, events: [MockEvent] = []) {
    self.response = response
    self.events = events
  }
}
