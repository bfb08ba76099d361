/// A signalling socket that ends by itself, so many times.
package struct PolyDrop: Sendable, Equatable {
  package enum Point: String, CaseIterable, Sendable {
    /// As soon as it is open, before anything is heard.
    case open
    /// When an offer was heard and before it is answered.
    case offer
    /// Behind the answer and its candidates.
    case answer
    /// When media is told to be connected.
    case connected
  }

  package var point: Point
  /// nil = without a goodbye.
  package var code: UInt16?
  package var times: Int

  package init(_ point: Point, code: UInt16? = nil, times: Int = 1) {
    self.point = point
    self.code = code
    self.times = times
  }
}
