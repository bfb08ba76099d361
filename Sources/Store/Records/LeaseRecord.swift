/// Who may do what only one may do at a time, and until when.
package struct LeaseRecord: Sendable, Hashable {
  /// What it is about, e.g. an account's connection.
  package let name: String
  /// The process that has it.
  package let owner: String
  /// One more each time somebody takes it: never given twice, so that it names one holding for ever.
  package let epoch: Int64
  /// Nanoseconds since 1970.
  package let until: Int64

  package init(name: String, owner: String, epoch: Int64, until: Int64) {
    self.name = name
    self.owner = owner
    self.epoch = epoch
    self.until = until
  }

  package var fence: LeaseFence { LeaseFence(name: name, epoch: epoch) }
}
