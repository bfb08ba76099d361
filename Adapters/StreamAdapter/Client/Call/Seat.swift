import Synchronization

/// This client's device in a call, while it has one.
final class Seat: Sendable {
  struct Taken: Sendable {
    let session: any MediaSession
    let device: String
    /// The task that follows the session.
    var work: Int?
  }

  private let held = Mutex<Taken?>(nil)
  private let state: CallState

  init(_ state: CallState) { self.state = state }

  var taken: Taken? { held.withLock { $0 } }

  func take(_ session: any MediaSession, as device: String) {
    held.withLock { $0 = Taken(session: session, device: device, work: $0?.work) }
    state.change { $0.join(session.start, as: device) }
  }

  func note(work: Int?) { held.withLock { $0?.work = work } }

  /// What was taken, which nobody else gets any more.
  func give() -> Taken? {
    held.withLock { held in
      defer { held = nil }
      return held
    }
  }

  /// Publishes sound, or mutes it; whoever is not in the call has nothing to do.
  func setAudio(_ isOn: Bool) async throws(StreamVideoError) {
    guard let taken else { return }
    do { try await taken.session.setMuted(.audio, !isOn) } catch { throw StreamVideoError(error) }
    state.change { $0.setOwnAudio(isOn) }
  }
}
