import Synchronization

/// The microphone of this client in one call. No sound is read or carried from here: what is published is that there is some.
public final class MicrophoneManager: Sendable {
  private struct State {
    var status = MicrophoneStatus.disabled
    /// Whether somebody said what they want, rather than the call's settings.
    var isChosen = false
  }

  private static let operation = "UpdateMuteStates"

  private let held = Mutex(State())
  private let gate = SerialGate()
  private let seat: Seat
  private let state: CallState
  private let observers = Broadcast<MicrophoneStatus>(keeping: 1)

  init(_ seat: Seat, _ state: CallState) {
    self.seat = seat
    self.state = state
  }

  /// Whether sound is published now, or will be once the call is joined.
  public var status: MicrophoneStatus { held.withLock { $0.status } }

  /// The status now, then whenever it changes; the latest wins. Ends when the client disconnects.
  public func statuses() -> AsyncStream<MicrophoneStatus> {
    held.withLock { observers.observe($0.status) }
  }

  /// Publishes sound. Throws `permissionDenied` where the call does not let this user speak. Before joining it is noted for
  /// then.
  public func enable() async throws(StreamVideoError) { try await choose { _ in .enabled } }

  /// Publishes no sound any more.
  public func disable() async throws(StreamVideoError) { try await choose { _ in .disabled } }

  /// The other way than now.
  public func toggle() async throws(StreamVideoError) {
    try await choose { $0 == .enabled ? .disabled : .enabled }
  }

  private func choose(_ wanted: @Sendable (MicrophoneStatus) -> MicrophoneStatus) async throws(StreamVideoError) {
    let done: Void? = try await gate.pass { () async throws(StreamVideoError) in
      let wanted = wanted(status)
      if wanted == .enabled { try requireRight() }
      try await seat.setAudio(wanted == .enabled)
      set(wanted, isChosen: true)
    }
    if done == nil { throw .cancelled(Self.operation) }
  }

  private func requireRight() throws(StreamVideoError) {
    let snapshot = state.snapshot
    guard snapshot.isJoined, !snapshot.ownCapabilities.contains(.sendAudio) else { return }
    throw StreamVideoError(
      .permissionDenied, operation: Self.operation, message: "send-audio is needed: ask for it, and wait for the grant")
  }

  private func set(_ status: MicrophoneStatus, isChosen: Bool = false) {
    held.withLock { held in
      held.isChosen = held.isChosen || isChosen
      guard held.status != status else { return }
      held.status = status
      observers.tell(status)
    }
  }

  // MARK: What the call does to it

  /// In the call now: as was chosen, else as its settings have it; never more than one may.
  func begin(_ settings: CallMediaSettings?) async {
    let chosen: Bool? = held.withLock { $0.isChosen ? $0.status == .enabled : nil }
    let wanted = chosen ?? settings?.audioOn ?? state.snapshot.settings?.micDefaultOn ?? false
    await publish(wanted)
  }

  /// In the call again, in another place.
  func resume() async { await publish(status == .enabled) }

  private func publish(_ isWanted: Bool) async {
    await gate.passAnyway {
      guard isWanted, state.snapshot.ownCapabilities.contains(.sendAudio) else { return set(.disabled) }
      do throws(StreamVideoError) {
        try await seat.setAudio(true)
        set(.enabled)
      } catch { set(.disabled) }
    }
  }

  func follow(_ effects: [CallReducer.Effect]) {
    for effect in effects {
      switch effect {
      case .silenced: set(.disabled)
      case .heard: set(.enabled)
      case .refetch, .out: break
      }
    }
  }

  func finish() { observers.finish() }
}
