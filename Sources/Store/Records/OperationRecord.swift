/// A control whose outcome comes later.
package struct OperationRecord: Sendable, Hashable {
  package let id: String
  package let tenant: String
  package let room: String?
  /// `pending`, `succeeded`, `failed` or `unknown`.
  package let state: String
  /// The operation in the engine's coding.
  package let body: [UInt8]
  /// Nanoseconds since 1970.
  package let deadline: Int64

  package init(id: String, tenant: String, room: String? = nil, state: String, body: [UInt8], deadline: Int64) {
    self.id = id
    self.tenant = tenant
    self.room = room
    self.state = state
    self.body = body
    self.deadline = deadline
  }
}
