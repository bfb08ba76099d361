import MeetingCore

/// What ended a call's connection.
enum CallEnding: Sendable {
  /// The vendor closed it.
  case closed
  case failed(CallFault)
  /// The gateway ended it, for what this says.
  case told(CallNews)

  var news: CallNews {
    switch self {
    case .closed: .ended(.closed)
    case .failed(let fault): .failed(fault.error)
    case .told(let news): news
    }
  }
}
