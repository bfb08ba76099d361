import Clocks
import JSONCoding
import MeetingCore
import RoomReducer
import Store
import StructuredLogging
import Synchronization

/// What a seat tells under one lease, committed in its order and never after somebody else has the lease.
final class SeatTelling: Sendable {
  private struct State {
    var isUp = false
    var isFenced = false
    /// When it was lost, or began to be taken.
    var deafSince: Int64
  }

  /// How often a commit is tried: what is lost here is found by reading the room, and tracks and speakers are not.
  private static let pauses: [Duration] = [.milliseconds(200), .seconds(1), .seconds(4)]

  private let room: String
  private let account: ProviderAccount
  private let services: Services
  private let fence: LeaseFence
  private let state: Mutex<State>

  init(room: String, account: ProviderAccount, services: Services, fence: LeaseFence) {
    self.room = room
    self.account = account
    self.services = services
    self.fence = fence
    state = Mutex(State(deafSince: services.time.monotonicNanoseconds))
  }

  var isFenced: Bool { state.withLock { $0.isFenced } }

  /// The seat is out. What happens from now on is not heard, and nothing is concluded from not having heard it.
  func lose() async {
    guard note(isUp: false) else { return }
    var submission = RoomSubmission([.intent(.seatLost)])
    submission.fence = fence
    _ = try? await services.mailboxes.submit(submission, to: room)
  }

  /// The seat is in, or not any more; whether that is news.
  @discardableResult
  private func note(isUp: Bool) -> Bool {
    let now = services.time.monotonicNanoseconds
    let isChanged = state.withLock { state in
      guard state.isUp != isUp else { return false }
      state.isUp = isUp
      state.deafSince = now
      return true
    }
    if isChanged { services.meters.seats(account.name, isUp ? 1 : -1) }
    return isChanged
  }

  /// Returns when committed. What the vendor tells of a control of ours waits until that has committed.
  func take(_ facts: [Fact]) async throws(LivePort.Fenced) {
    if isFenced { throw LivePort.Fenced() }
    await services.gate.pass(room)
    try await commit(facts)
    for fact in facts {
      guard case .seat(let isThere) = fact.detail else { continue }
      note(isUp: isThere)
      // Who left while nobody heard it is found by reading.
      if isThere { services.hints.add(room, of: account.name) }
    }
  }

  /// Tells that nothing is heard any more, once the seat has not been in for so long. Returns then, or when cancelled.
  func tellDeaf(after limit: Duration) async {
    while !Task.isCancelled {
      let (isUp, since) = state.withLock { ($0.isUp, $0.deafSince) }
      let left = limit.nanoseconds - (services.time.monotonicNanoseconds - since)
      if !isUp, left <= 0 { return await tellGone() }
      do { try await services.time.sleep(for: isUp ? limit : .nanoseconds(left)) } catch { return }
    }
  }

  func tellGone() async {
    guard let known = try? await services.anyRoom(room), known.room.seat != nil else { return }
    let fact = Fact(occurredAt: services.now, source: .socket, .seat(isThere: false))
    _ = try? await commit([fact])
  }

  private func commit(_ facts: [Fact]) async throws(LivePort.Fenced) {
    var submission = RoomSubmission(facts.map(RoomInput.fact))
    submission.fence = fence
    for pause in Self.pauses + [.zero] {
      do throws(MailboxFailure) {
        let committed = try await services.mailboxes.submit(submission, to: room)
        return services.meters.watched(account.name, committed.events.isEmpty ? "unchanged" : "applied")
      } catch {
        switch error {
        case .fenced:
          state.withLock { $0.isFenced = true }
          throw LivePort.Fenced()
        case .noSuchRoom: return services.meters.watched(account.name, "unmatched")
        case .store: break
        }
      }
      guard pause > .zero else { break }
      do { try await services.time.sleep(for: pause) } catch { break }
    }
    services.meters.watched(account.name, "failed")
    services.hints.add(room, of: account.name)
    services.logger.error("news of a seat were lost", ["provider": .string(account.name), "room": .string(room)])
  }
}
