import MeetingCore

/// What the media of a call is to do, one after the other. Prints without what it holds.
enum MediaStep: Sendable, CustomStringConvertible, CustomReflectable {
  case makeOffer([ICEServer])
  case accept(answer: String)
  case add(ICECandidate)
  case answer(offer: String)

  var description: String {
    switch self {
    case .makeOffer: "makeOffer"
    case .accept: "accept"
    case .add: "add"
    case .answer: "answer"
    }
  }
  var customMirror: Mirror { Mirror(self, children: []) }
}
