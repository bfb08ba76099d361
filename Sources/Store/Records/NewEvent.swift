/// An event to commit: the sequence is known, the position is given by the store.
package struct NewEvent: Sendable, Hashable {
  package let sequence: Int64
  package let type: String
  package let recordedAt: Int64
  package let body: [UInt8]

  package init(sequence: Int64, type: String, recordedAt: Int64, body: [UInt8]) {
    self.sequence = sequence
    self.type = type
    self.recordedAt = recordedAt
    self.body = body
  }
}
