import HTTPTypes
import MockKit

/// Where the signalling is joined to everything else: what it answers by HTTP, which control routes are its own, and what it
/// is told of.
extension VideoSDKMock {
  /// The name of what a request of the signalling's asks for; nil for a path that is none of its own.
  func signallingOperation(for head: HTTPRequestHead) -> String? { nil }

  /// Answers what precedes a connection; nil for a path that is none of the signalling's.
  func signallingAnswer(_ request: HTTPRequest) -> MockAnswer? { nil }

  /// Control routes about connections; nil for a path that is none of them.
  func signallingControl(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer? { nil }

  /// Passes news on to whoever is connected, in their order. Called with the account's state locked.
  func hear(_ announcements: [VideoSDKAnnouncement]) {}

  /// Closes every connection and forgets everything.
  func resetSignalling() {}
}
