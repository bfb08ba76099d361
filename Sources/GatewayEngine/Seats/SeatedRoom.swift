import Clocks
import Cryptography
import JSONCoding
import MeetingCore
import RoomReducer
import Store
import StructuredLogging

/// A room that wants a seat: whoever gets its lease has it, until nobody is there any more.
struct SeatedRoom: Sendable {
  let id: String
  let account: ProviderAccount
  let services: Services
  let random: any RandomSource

  /// Returns when the room wants no seat any more, or when cancelled.
  func run() async {
    guard let state = try? await services.anyRoom(id),
      let seating = services.registry.ownOffering(of: account, for: state.room.kind)?.port(.seating)
    else { return await untilUnwanted() }
    let room = services.providerRoom(state.room)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await hold(room, seating) }
      group.addTask { await untilUnwanted() }
      await group.next()
      group.cancelAll()
    }
  }

  /// Holds the lease again and again; returns when cancelled.
  private func hold(_ room: ProviderRoom, _ seating: any Seating) async {
    let keeper = LeaseKeeper(
      store: services.store, owner: services.options.instance, options: services.options.leases, time: services.time)
    while !Task.isCancelled {
      let isOver = await keeper.hold("seat:" + id) { lease in
        await Seat(room: room, seating: seating, account: account, services: services, lease: lease, random: random)
          .run()
        return true
      }
      if isOver == nil, !Task.isCancelled {
        services.logger.warning(
          "the lease of a seat was lost", ["provider": .string(account.name), "room": .string(id)])
      }
    }
  }

  /// Returns a while after the last one has left, or when the room has ended.
  private func untilUnwanted() async {
    let options = services.options.seats
    while !Task.isCancelled {
      switch services.seats.presence(in: id) {
      case .ended: return
      case .occupied: _ = await services.seats.change(in: id, within: options.rereading, services.time)
      case .empty:
        // Whoever comes and leaves again in between rings: the time begins anew.
        let isOther = await services.seats.change(in: id, within: options.linger, services.time)
        if !isOther, services.seats.presence(in: id) == .empty { return }
      }
    }
  }
}
