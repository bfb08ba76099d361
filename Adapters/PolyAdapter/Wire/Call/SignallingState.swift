import MeetingCore

/// The gateway's socket, and what goes over it.
struct SignallingState: Sendable {
  /// Of the socket that counts; nil between two.
  var key: SocketKey?
  var generation = 0
  var isOpen = false
  /// Openings in a row that came to nothing.
  var tries = 0
  /// Of the offer that was handed over last.
  var offerTicket: Int?
  var isOfferDelivered = false
  /// By which the vendor knows the call.
  var session: String?
  /// Candidates that were not surely sent, in order; the first of them are on their way.
  var waiting: [ICECandidate] = []
  var underWay: [Int] = []
}
