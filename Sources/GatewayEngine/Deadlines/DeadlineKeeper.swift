import Clocks
import JSONCoding
import MeetingCore
import RoomReducer
import Store
import StructuredLogging

/// Ends rooms whose sessions have lasted as long as they may. What an earlier process watched is found in the store.
struct DeadlineKeeper: Sendable {
  /// How finely a limit is kept.
  private static let tick = Duration.seconds(1)
  /// After a try that failed.
  private static let pauseSeconds: Int64 = 10

  let services: Services

  /// Runs until cancelled.
  func run() async {
    var isLoaded = false
    while !Task.isCancelled {
      if !isLoaded { isLoaded = await load() }
      for room in services.deadlines.takeDue(at: services.now) { services.tasks.spawn { await end(room) } }
      do { try await services.time.sleep(for: Self.tick) } catch { return }
    }
  }

  /// False when the store or a room could not be read.
  private func load() async -> Bool {
    var isWhole = true
    for account in services.registry.accounts {
      guard let rooms = try? await services.store.openRooms(provider: account.name, endedAfter: .max) else {
        isWhole = false
        continue
      }
      for room in rooms where room.hasSession {
        guard let state = try? await services.anyRoom(room.id) else {
          isWhole = false
          continue
        }
        if isOurs(state), let deadline = state.deadline { services.deadlines.add(deadline, of: room.id) }
      }
    }
    return isWhole
  }

  private func isOurs(_ state: RoomState) -> Bool { services.registry.rules(of: state.room).endsRooms }

  /// The limit may have been lifted since it was noted. A vendor that fails is asked again later.
  private func end(_ id: String) async {
    let isDone = await services.gate.control(id) { await endNow(id) }
    if !isDone { services.deadlines.add(services.now.advanced(bySeconds: Self.pauseSeconds), of: id) }
  }

  private func endNow(_ id: String) async -> Bool {
    guard let state = try? await services.anyRoom(id) else { return false }
    guard isOurs(state), let deadline = state.deadline else { return true }
    guard deadline <= services.now else {
      services.deadlines.set(deadline, of: id)
      return true
    }
    guard await endAtVendor(state.room) else { return false }
    let intent = Intent.ended(reason: "max_duration", by: nil)
    guard (try? await services.commit(RoomSubmission([.intent(intent)]), to: id)) != nil else { return false }
    return true
  }

  /// What the vendor does not know any more needs no ending there; what it has taken it will do.
  private func endAtVendor(_ room: Room) async -> Bool {
    guard let account = try? services.account(of: room) else { return false }
    let context = services.context(nil, actor: nil)
    do {
      _ = try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await account.provider.endRoom(services.providerRoom(room), context)
      }
    } catch {
      if error.reason == .notFound || error.reason == .noActiveSession { return true }
      services.logger.warning("a room past its time could not be ended", ["room": .string(room.id)])
      return false
    }
    return true
  }
}
