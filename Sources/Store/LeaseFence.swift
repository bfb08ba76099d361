/// The holding of a lease under which something is written. A commit that carries one is refused once somebody else has
/// taken the lease, however late it comes.
package struct LeaseFence: Sendable, Hashable {
  package let name: String
  package let epoch: Int64

  package init(name: String, epoch: Int64) {
    self.name = name
    self.epoch = epoch
  }
}
