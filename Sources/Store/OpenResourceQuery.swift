/// A page of the open resources of one kind in all rooms, longest unchanged first.
package struct OpenResourceQuery: Sendable, Hashable {
  package var kind: String
  /// Those that last changed before this. Nanoseconds since 1970.
  package var changedBefore: Int64
  package var limit = 500
  /// The last one of the page before.
  package var after: Place?

  package struct Place: Sendable, Hashable {
    package let changedAt: Int64
    package let id: String
    package init(changedAt: Int64, id: String) {
      self.changedAt = changedAt
      self.id = id
    }
  }

  package init(kind: String, changedBefore: Int64) {
    self.kind = kind
    self.changedBefore = changedBefore
  }
}
