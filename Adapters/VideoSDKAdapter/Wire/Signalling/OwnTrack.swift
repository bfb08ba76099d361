/// An own microphone or camera: what is wanted of it, and how far that has come. The last wish counts, however many are
/// uttered while an answer is under way.
struct OwnTrack: Sendable, Hashable {
  enum Stage: Sendable, Hashable {
    case off
    case starting
    case on(producer: String)
    case stopping(producer: String)
  }

  var isWanted = false
  var stage = Stage.off
}
