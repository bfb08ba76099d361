/// Which permission requests a list shows.
package struct RequestFilter: Sendable, Hashable {
  /// nil = pending and closed alike.
  package var isPending: Bool?
  package var externalID: String?

  package init() {}
}
