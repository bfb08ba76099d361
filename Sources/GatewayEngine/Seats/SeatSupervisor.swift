import Clocks
import Cryptography
import MeetingCore
import Store

/// Keeps the gateway's seats: one in each room that has people, of accounts that have seats, under a lease of the room's.
struct SeatSupervisor: Sendable {
  let services: Services
  let random: any RandomSource

  /// Runs until cancelled; then every seat has been left and every lease given back.
  func run() async {
    await withDiscardingTaskGroup { group in
      for account in services.registry.accounts where services.seats.accounts.contains(account.name) {
        group.addTask { await keep(account) }
      }
    }
  }

  private func keep(_ account: ProviderAccount) async {
    await withDiscardingTaskGroup { group in
      var nextReading: Int64 = 0
      while !Task.isCancelled {
        nextReading = await read(account, due: nextReading)
        let begun = services.seats.begin(of: account.name, upTo: services.options.seats.maximumPerAccount)
        services.meters.seatsWaiting(account.name, begun.waiting)
        for room in begun.rooms {
          group.addTask {
            await SeatedRoom(id: room, account: account, services: services, random: random).run()
            services.seats.finish(room)
          }
        }
        let left = max(0, nextReading - services.time.monotonicNanoseconds)
        await services.seats.change(ofAccount: account.name, within: .nanoseconds(left), services.time)
      }
    }
    services.meters.seatsWaiting(account.name, 0)
  }

  /// Asks the store when it is time to: what another process committed is not heard here. When the next time is.
  private func read(_ account: ProviderAccount, due: Int64) async -> Int64 {
    let now = services.time.monotonicNanoseconds
    guard now >= due else { return due }
    let mark = services.seats.mark()
    if let rows = try? await services.store.openRooms(provider: account.name, endedAfter: .max) {
      let occupied = rows.compactMap { row -> (room: String, kind: RoomKind)? in
        guard row.isOccupied, row.endedAt == nil, let kind = RoomKind(rawValue: row.kind) else { return nil }
        return (row.id, kind)
      }
      services.seats.take(occupied, of: account.name, since: mark)
    }
    return now + services.options.seats.rereading.nanoseconds
  }
}
