import Clocks
import MeetingCore
import RoomReducer
import Store

/// Tells a watching connection which rooms there are, from the store.
struct WatchRoster: Sendable {
  let account: ProviderAccount
  let services: Services
  let feed: AsyncStream<[ProviderRoom]>.Continuation

  /// How often the store is asked when nobody says that there are other rooms.
  private static let interval = Duration.seconds(5)

  /// Works until cancelled.
  func run() async {
    var known: [String: ProviderRoom] = [:]
    var isFirst = true
    while !Task.isCancelled {
      if let open = await open(known), isFirst || Set(open.keys) != Set(known.keys) {
        known = open
        isFirst = false
        feed.yield(open.values.sorted { $0.key < $1.key })
      }
      await services.watched.change(of: account.name, within: Self.interval, services.time)
    }
  }

  /// nil when the store cannot be read.
  private func open(_ known: [String: ProviderRoom]) async -> [String: ProviderRoom]? {
    guard let rows = try? await services.store.openRooms(provider: account.name, endedAfter: .max) else { return nil }
    var rooms: [String: ProviderRoom] = [:]
    for row in rows where row.endedAt == nil {
      if let room = known[row.id] {
        rooms[row.id] = room
      } else if let state = try? await services.anyRoom(row.id) {
        rooms[row.id] = services.providerRoom(state.room)
      }
    }
    return rooms
  }
}
