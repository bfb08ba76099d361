import RoomReducer
import Synchronization

/// Breaks the circle: mailboxes hand directives on, and running them goes through the mailboxes.
final class DirectiveSlot: Sendable {
  private let runner = Mutex<DirectiveRunner?>(nil)

  func fill(_ runner: DirectiveRunner) { self.runner.withLock { $0 = runner } }

  func run(_ state: RoomState, _ directives: [Directive]) { runner.withLock { $0 }?.run(state, directives) }
}
