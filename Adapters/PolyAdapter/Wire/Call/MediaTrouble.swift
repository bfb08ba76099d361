/// What the media says went wrong.
struct MediaTrouble: Error, Sendable, Hashable {
  let words: String
}
