import MeetingCore
import RoomReducer

/// What became of a batch of submissions.
struct FoldOutcome: Sendable {
  /// The state to keep in memory; nil = read it again.
  var state: RoomState?
  /// One per submission, in order.
  var results: [Result<RoomCommitted, MailboxFailure>]
  var directives: [Directive] = []

  var bansSomebody: Bool {
    results.contains { result in
      guard case .success(let committed) = result else { return false }
      return committed.events.contains { if case .banned = $0.detail { true } else { false } }
    }
  }
}
