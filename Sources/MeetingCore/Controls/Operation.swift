/// A control whose outcome comes later: written down before anybody is told of it, so that it outlives the process.
public struct Operation: Sendable, Hashable {
  /// `failed`: it did not come about. `unknown`: nothing tells whether it did.
  public enum State: String, Sendable, Hashable { case pending, succeeded, failed, unknown }

  /// How much of it is done, for those that are about many things.
  public struct Progress: Sendable, Hashable {
    public let done: Int
    public let total: Int

    public init(done: Int, total: Int) {
      self.done = done
      self.total = total
    }
  }

  /// Ours, `op_…`.
  public let id: String
  public let room: String?
  public let purpose: OperationPurpose
  /// Who asked for it: an external id.
  public let by: String?
  /// Whether it is a wish that a person may or may not follow.
  public let isWish: Bool
  public let createdAt: Timestamp
  /// When it is over at the latest, with whatever is known then.
  public let deadline: Timestamp
  /// What has not shown yet.
  public var open: [RoomCondition]
  public var progress: Progress
  public var state: State = .pending
  /// The id of what came of it, once succeeded.
  public var result: String?
  /// Why it failed.
  public var errorCode: ErrorCode?
  public var errorDetail: String?

  public init(
    id: String, room: String?, purpose: OperationPurpose, by: String? = nil, isWish: Bool = false,
    createdAt: Timestamp, deadline: Timestamp, awaiting: [RoomCondition] = []
  ) {
    self.id = id
    self.room = room
    self.purpose = purpose
    self.by = by
    self.isWish = isWish
    self.createdAt = createdAt
    self.deadline = deadline
    open = awaiting
    progress = Progress(done: 0, total: awaiting.count)
  }

  /// Failed, and why.
  public func failed(_ code: ErrorCode, _ detail: String) -> Self {
    var copy = self
    copy.state = .failed
    copy.errorCode = code
    copy.errorDetail = detail
    return copy
  }
}
