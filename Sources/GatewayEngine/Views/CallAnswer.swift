package import MeetingCore

/// What somebody who calls is told.
package struct CallAnswer: Sendable {
  package let id: String
  package let sdp: SessionText
  /// The entity tag of its ICE session, quotes and all.
  package let tag: String
  package let iceServers: [ICEServer]
}
