/// The store cannot do it now: busy for too long, disk full, I/O error, closed. Nothing of the commit took effect.
package struct StoreFailure: Error, Sendable, Hashable {
  package let detail: String
  package init(_ detail: String) { self.detail = detail }
}
