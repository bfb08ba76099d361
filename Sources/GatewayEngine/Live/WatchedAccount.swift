import Clocks
import Cryptography
import JSONCoding
import MeetingCore
import Store
import StructuredLogging

/// One account's connection under one lease: made, and made again whenever it is lost.
struct WatchedAccount: Sendable {
  let account: ProviderAccount
  let watcher: any RoomWatching
  let services: Services
  let fence: LeaseFence
  let random: any RandomSource

  /// Runs until cancelled, or until somebody else has the lease.
  func run() async {
    let lanes = WatchLanes(account: account.name, services: services, fence: fence)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await lanes.run() }
      group.addTask { await connect(lanes) }
      await group.next()
      group.cancelAll()
    }
  }

  private func connect(_ lanes: WatchLanes) async {
    var backOff = WatchBackOff()
    services.conditions.occurred(.feedLost, .events, of: account.name)
    // Whoever has the lease next judges it anew.
    defer { services.conditions.passed(.feedLost, .events, of: account.name) }
    while !Task.isCancelled {
      let began = services.time.monotonicNanoseconds
      let ended = await once(lanes)
      if Task.isCancelled { return }
      // One that just ends is as lost as one that fails.
      let failure = ended ?? ProviderFailure(.unavailable, executed: .no, operation: "watch")
      let lasted = Duration.nanoseconds(services.time.monotonicNanoseconds - began)
      let pause = backOff.pause(after: failure, lasted: lasted, random: spread)
      report(failure, pause)
      do { try await services.time.sleep(for: pause) } catch { return }
    }
  }

  /// From 0 to 1.
  private var spread: Double { Double(random.bytes(1).first ?? 0) / 255 }

  /// One connection; nil when it ended without saying why.
  private func once(_ lanes: WatchLanes) async -> ProviderFailure? {
    let (rooms, feed) = AsyncStream<[ProviderRoom]>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let roster = WatchRoster(account: account, services: services, feed: feed)
    let port = WatchPort(rooms: rooms, following: { follow($0) }, take: { lanes.take($0) })
    let failure = await withTaskGroup(of: ProviderFailure??.self) { group in
      group.addTask {
        await roster.run()
        return .none
      }
      group.addTask { .some(await watch(port)) }
      var result: ProviderFailure?
      while let next = await group.next() {
        guard let ended = next else { continue }
        result = ended
        break
      }
      group.cancelAll()
      return result
    }
    services.meters.following(account.name, 0)
    return failure
  }

  private func watch(_ port: WatchPort) async -> ProviderFailure? {
    do throws(ProviderFailure) {
      try await watcher.watch(port)
      return nil
    } catch { return error }
  }

  /// Whatever happened before the first word of a room is found by reading it.
  private func follow(_ keys: [String]) {
    services.meters.following(account.name, 1)
    services.conditions.passed(.feedLost, .events, of: account.name)
    for key in keys { services.hints.add(key, of: account.name) }
  }

  private func report(_ failure: ProviderFailure, _ pause: Duration) {
    services.meters.watchLost(account.name)
    services.conditions.occurred(.feedLost, .events, of: account.name)
    services.logger.warning(
      "a connection to the vendor was lost",
      [
        "provider": .string(account.name), "operation": .string(failure.operation),
        "vendor_code": failure.vendorCode.map(JSON.string) ?? .null,
        "detail": failure.vendorMessage.map { .string($0.text) } ?? .null,
        "again_in_ms": .integer(pause.nanoseconds / 1_000_000),
      ])
  }
}
