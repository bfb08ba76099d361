import MeetingCore
import RoomReducer

/// What became of a batch of submissions.
struct FoldOutcome: Sendable {
  /// The state to keep in memory; nil = read it again.
  var state: RoomState?
  /// One per submission, in order.
  var results: [Result<RoomCommitted, MailboxFailure>]
  var directives: [Directive] = []
}
