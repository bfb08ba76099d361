import MockKit

/// An open WebSocket.
struct PolyLine: Sendable {
  enum Kind: Sendable, Equatable {
    case messaging(session: String)
    case signalling
    case events(call: String)

    var name: String {
      switch self {
      case .messaging: "messaging"
      case .signalling: "signalling"
      case .events: "events"
      }
    }
  }

  let id: String
  let kind: Kind
  let queue: SocketQueue
  let openedAt: Int64
  /// The calls that a signalling or events socket speaks for.
  var calls: [String] = []
  /// Events up to this are known to a messaging client.
  var cursor = 0
  /// A messaging client has got its history; an events client has said who it is.
  var isReady = false
  /// It was told goodbye, or broken off: nothing more is said or heard.
  var isLeaving = false
  var received = 0
  var sent = 0
  var badFrames = 0
}
