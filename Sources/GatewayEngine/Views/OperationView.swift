package import MeetingCore

/// Something whose outcome comes later.
package struct OperationView: Sendable, Hashable {
  package enum State: String, Sendable, Hashable { case pending, succeeded, failed, unknown }

  package let id: String
  package let room: String?
  /// What it does, e.g. `create_room`.
  package let kind: String
  package let state: State
  /// The id of what came of it, once succeeded.
  package let result: String?
  /// Why it failed.
  package let errorCode: ErrorCode?
  package let errorDetail: String?
  package let createdAt: Timestamp

  package init(
    id: String, room: String?, kind: String, state: State, result: String? = nil, errorCode: ErrorCode? = nil,
    errorDetail: String? = nil, createdAt: Timestamp
  ) {
    self.id = id
    self.room = room
    self.kind = kind
    self.state = state
    self.result = result
    self.errorCode = errorCode
    self.errorDetail = errorDetail
    self.createdAt = createdAt
  }
}
