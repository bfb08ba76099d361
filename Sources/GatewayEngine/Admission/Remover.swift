import Clocks
import JSONCoding
import MeetingCore
import RoomReducer
import StructuredLogging

/// Throws out again who may not be in, at the pace that the vendor bears. Whoever may stay after all by the time it is their
/// turn is spared: the room went live again, the ban was lifted.
struct Remover: Sendable {
  private static let pauses: [Duration] = [.milliseconds(300), .seconds(1), .seconds(4), .seconds(15)]

  let services: Services

  func add(_ connection: String, in room: Room) {
    let removal = RemovalQueue.Removal(room: room.id, connection: connection)
    let account = room.provider
    guard services.removals.add(removal, at: account, now: monotonic) else { return }
    if !services.tasks.spawn({ await work(at: account) }) { services.removals.leave(account, now: monotonic) }
  }

  private var monotonic: Int64 { services.time.monotonicNanoseconds }

  private func work(at account: String) async {
    while true {
      switch services.removals.next(at: account, now: monotonic) {
      case .done: return
      case .wait(let pause):
        do { try await services.time.sleep(for: pause) } catch {
          return services.removals.leave(account, now: monotonic)
        }
      case .remove(let waiting): await remove(waiting, at: account)
      }
    }
  }

  private func remove(_ waiting: RemovalQueue.Waiting, at account: String) async {
    guard let pause = await perform(waiting, at: account) else {
      return services.removals.finish(waiting, at: account, now: monotonic)
    }
    var late = waiting
    if case .failed = pause { late.failures += 1 }
    let isTooLate = monotonic - waiting.since > services.options.removals.patience.nanoseconds
    guard !isTooLate, late.failures <= Self.pauses.count else {
      services.removals.finish(waiting, at: account, now: monotonic)
      services.meters.policingFailed(account)
      return services.logger.error("somebody could not be kept out", ["room": .string(waiting.removal.room)])
    }
    services.removals.again(late, after: Self.pause(pause, late.failures), at: account, now: monotonic)
  }

  /// Why somebody is still in.
  private enum Obstacle {
    /// The vendor failed, or the store.
    case failed
    /// The vendor asked to slow down, or is left alone for a while.
    case held(Duration)
  }

  private static func pause(_ obstacle: Obstacle, _ failures: Int) -> Duration {
    switch obstacle {
    case .failed: pauses[min(max(failures, 1), pauses.count) - 1]
    case .held(let pause): pause
    }
  }

  /// nil = there is nothing more to do.
  private func perform(_ waiting: RemovalQueue.Waiting, at name: String) async -> Obstacle? {
    let connection = waiting.removal.connection
    guard let state = try? await services.anyRoom(waiting.removal.room) else { return .failed }
    guard let participant = state.participants[connection], Self.isWanted(participant, state),
      let removing = try? services.offering(of: state.room).require(.remove),
      let account = try? services.account(of: state.room)
    else { return nil }
    do { try await throwOut(participant, removing, account, state) } catch {
      switch error.reason {
      case .participantNotFound, .noActiveSession: break
      case .rateLimited(let pause):
        services.removals.slow(name, pause: pause, now: monotonic)
        return .held(pause ?? .zero)
      case .leftAlone(let pause): return .held(pause)
      default: return .failed
      }
    }
    services.removals.passed(name, now: monotonic)
    let gone = RoomSubmission([.intent(.expelled(connection: connection))])
    return (try? await services.commit(gone, to: state.room.id)) == nil ? .failed : nil
  }

  /// In a room that has ended nobody stays, whatever is known of them.
  private static func isWanted(_ participant: Participant, _ state: RoomState) -> Bool {
    if state.room.phase == .ended { return true }
    return participant.isConnected && (participant.leaveReason == .notAdmitted || participant.leaveReason == .removed)
  }

  private func throwOut(
    _ participant: Participant, _ removing: any Removing, _ account: ProviderAccount, _ state: RoomState
  ) async throws(ProviderFailure) {
    let isBanned = participant.person.map { state.bans[$0] != nil } ?? false
    let context = services.context(nil, actor: nil)
    let target = Target(person: participant.person, connection: participant.vendorName)
    _ = try await services.calls.run(account, .write, context, repeats: false) { () throws(ProviderFailure) in
      try await removing.remove(
        target, rejoin: isBanned ? .forever : .none, from: services.providerRoom(state.room), context)
    }
  }
}
