package import HTTPTypes
package import MockKit

/// The vendor's WebSockets, by path.
extension StreamMock {
  package func socket(for request: HTTPRequest) -> MockSocket? {
    switch request.head.path {
    case Self.agentPath: agentSocket(request)
    case Self.mediaPath: mediaSocket(request)
    case _ where Self.coordinatorPaths.contains(request.head.path): coordinatorSocket(request)
    default: nil
    }
  }

  package func tell(_ events: [MockEvent]) {
    for event in events {
      bridges.tell(event)
      coordinator.tell(event)
    }
  }
}
