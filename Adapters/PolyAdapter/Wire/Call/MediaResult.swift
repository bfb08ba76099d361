/// What came of a step of the media's. Failures are in the media's own words.
enum MediaResult: Sendable, CustomStringConvertible, CustomReflectable {
  case offer(Result<String, MediaTrouble>)
  case accepted(MediaTrouble?)
  case added(MediaTrouble?)
  case answer(Result<String, MediaTrouble>)

  var description: String { "MediaResult" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
