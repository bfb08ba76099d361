import Synchronization

/// The way from a participant to what moves the meeting, for as long as that is there: a meeting has its participants, and not
/// the other way round.
final class DriverLink: Sendable {
  private struct Held {
    weak var driver: MeetingDriver?
  }

  private let held = Mutex(Held())

  var driver: MeetingDriver? { held.withLock { $0.driver } }

  func connect(_ driver: MeetingDriver) { held.withLock { $0.driver = driver } }
}
