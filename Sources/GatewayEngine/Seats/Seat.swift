import Clocks
import Cryptography
import JSONCoding
import MeetingCore
import RoomReducer
import Store
import StructuredLogging

/// One room's seat under one lease: taken, and taken again whenever it is lost, as long as somebody is in the room.
struct Seat: Sendable {
  private enum Ending: Sendable {
    case lost(ProviderFailure)
    /// There is nothing left to sit in.
    case over
    /// Nobody was there any more when the time had come.
    case unwanted
    /// Somebody else has the lease.
    case fenced
    /// Only deafness was told, or the task was cancelled.
    case nothing
  }

  let room: ProviderRoom
  let seating: any Seating
  let account: ProviderAccount
  let services: Services
  let lease: LeaseRecord
  let random: any RandomSource

  /// Runs until cancelled, or until somebody else has the lease.
  func run() async {
    let telling = SeatTelling(room: room.key, account: account, services: services, fence: lease.fence)
    await takeAgainAndAgain(telling)
    // Whoever leaves a room without people knows nothing of it any more. Otherwise the next holder goes on.
    guard services.seats.presence(in: room.key) != .occupied else { return }
    await telling.tellGone()
  }

  private func takeAgainAndAgain(_ telling: SeatTelling) async {
    var backOff = WatchBackOff()
    var pause = Duration.zero
    while !Task.isCancelled {
      await untilOccupied()
      let began = services.time.monotonicNanoseconds
      let ending = await take(telling, after: pause)
      await telling.lose()
      if Task.isCancelled { return }
      let failure: ProviderFailure
      switch ending {
      case .fenced, .nothing: return
      case .unwanted: continue
      case .lost(let lost):
        if lost.reason == .superseded, !(await isOurs()) { return }
        failure = lost
      case .over:
        // The room may have ended unheard, or everybody may be gone: then nobody sits down again.
        _ = await Reconciler(services: services).reconcile(room.key)
        guard services.seats.presence(in: room.key) == .occupied else { continue }
        failure = ProviderFailure(.unavailable, executed: .no, operation: "seat")
      }
      let lasted = Duration.nanoseconds(services.time.monotonicNanoseconds - began) - pause
      pause = backOff.pause(after: failure, lasted: lasted, random: spread)
      report(failure, pause)
    }
  }

  /// From 0 to 1.
  private var spread: Double { Double(random.bytes(1).first ?? 0) / 255 }

  /// A seat in an empty room could be the beginning of a session.
  private func untilOccupied() async {
    while !Task.isCancelled, services.seats.presence(in: room.key) != .occupied {
      await services.seats.seatChange(in: room.key, within: services.options.seats.rereading, services.time)
    }
  }

  /// One connection, and beside it the time after which a seat that is not taken hears nothing.
  private func take(_ telling: SeatTelling, after pause: Duration) async -> Ending {
    await withTaskGroup(of: Ending.self) { group in
      group.addTask { await connect(telling, after: pause) }
      group.addTask {
        await telling.tellDeaf(after: services.options.seats.deafAfter)
        return .nothing
      }
      var ending = Ending.nothing
      while let next = await group.next() {
        if case .nothing = next { continue }
        ending = next
        break
      }
      group.cancelAll()
      return telling.isFenced ? .fenced : ending
    }
  }

  private func connect(_ telling: SeatTelling, after pause: Duration) async -> Ending {
    do { if pause > .zero { try await services.time.sleep(for: pause) } } catch { return .nothing }
    guard services.seats.presence(in: room.key) == .occupied else { return .unwanted }
    let (requests, feed) = AsyncStream<LiveRequest>.makeStream()
    defer { feed.finish() }
    let port = LivePort(requests: requests) { facts async throws(LivePort.Fenced) in try await telling.take(facts) }
    do throws(ProviderFailure) {
      try await seating.seat(in: room).run(room, port)
      return .over
    } catch { return .lost(error) }
  }

  /// Whoever was pushed out looks first whether that was for a reason; where nobody can say, they stay out.
  private func isOurs() async -> Bool {
    let until = services.time.wallNanoseconds + services.options.leases.duration.nanoseconds
    return (try? await services.store.renewLease(lease, until: until)) ?? false
  }

  private func report(_ failure: ProviderFailure, _ pause: Duration) {
    services.meters.seatLost(account.name)
    services.logger.warning(
      "a seat was lost",
      [
        "provider": .string(account.name), "room": .string(room.key), "operation": .string(failure.operation),
        "vendor_code": failure.vendorCode.map(JSON.string) ?? .null,
        "detail": failure.vendorMessage.map { .string($0.text) } ?? .null,
        "again_in_ms": .integer(pause.nanoseconds / 1_000_000),
      ])
  }
}
