/// A stretch of time, open while it lasts.
struct VideoSDKInterval: Sendable, Equatable {
  let start: Int64
  var end: Int64?
}

extension [VideoSDKInterval] {
  var isOpen: Bool { last.map { $0.end == nil } ?? false }

  mutating func open(at now: Int64) {
    if !isOpen { append(VideoSDKInterval(start: now)) }
  }

  mutating func close(at now: Int64) {
    if isOpen { self[count - 1].end = now }
  }
}
