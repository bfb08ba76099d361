import Clocks
import MeetingCore
import RoomReducer
import Synchronization

/// Which rooms want a seat: those of accounts that have seats, with people in them. Told by every commit of this process,
/// and now and then by the store.
final class SeatRoster: Sendable {
  enum Presence: Sendable, Hashable { case occupied, empty, ended }

  private struct Entry {
    let account: String
    var presence: Presence
    /// Whether somebody sees to its seat.
    var isServed = false
    /// When this was last heard, counted in changes.
    var heard: Int
  }

  private struct State {
    var rooms: [String: Entry] = [:]
    var changes = 0
  }

  /// The kinds of rooms that have seats, by account.
  private let kinds: [String: Set<RoomKind>]
  private let state = Mutex(State())
  /// Rung by account when a room wants a seat or one has become free.
  private let accountBell = WatchBell()
  /// Rung by room when its presence changes: for whoever looks whether the seat is wanted, and for the seat itself.
  private let roomBell = WatchBell()
  private let seatBell = WatchBell()

  init(registry: ProviderRegistry) {
    var kinds: [String: Set<RoomKind>] = [:]
    for account in registry.accounts {
      let own = RoomKind.allCases.filter { registry.ownOffering(of: account, for: $0)?.port(.seating) != nil }
      if !own.isEmpty { kinds[account.name] = Set(own) }
    }
    self.kinds = kinds
  }

  var accounts: Set<String> { Set(kinds.keys) }

  // MARK: Hearing

  func note(_ room: RoomState) {
    guard !kinds.isEmpty, kinds[room.room.provider]?.contains(room.room.kind) == true, room.room.phase != .creating
    else { return }
    note(room.room.id, of: room.room.provider, Self.presence(in: room), unheardSince: nil)
  }

  private static func presence(in room: RoomState) -> Presence {
    if room.room.phase == .ended { return .ended }
    return room.participants.values.contains(where: \.isConnected) ? .occupied : .empty
  }

  /// The count of changes now: what is read from here on is older than what is heard meanwhile.
  func mark() -> Int { state.withLock { $0.changes } }

  /// What the store has of an account's rooms, as of a mark. Rooms that are not among them are over.
  func take(_ occupied: [(room: String, kind: RoomKind)], of account: String, since mark: Int) {
    let listed = Set(occupied.map(\.room))
    for room in occupied where kinds[account]?.contains(room.kind) == true {
      note(room.room, of: account, .occupied, unheardSince: mark)
    }
    let others = state.withLock { state in
      state.rooms.filter { $0.value.account == account && !listed.contains($0.key) }.map(\.key)
    }
    for room in others { note(room, of: account, .empty, unheardSince: mark) }
  }

  private func note(_ room: String, of account: String, _ presence: Presence, unheardSince mark: Int?) {
    let isNews = state.withLock { state -> (room: Bool, account: Bool) in
      state.changes += 1
      guard var entry = state.rooms[room] else {
        guard presence == .occupied else { return (false, false) }
        state.rooms[room] = Entry(account: account, presence: presence, heard: state.changes)
        return (false, true)
      }
      if let mark, entry.heard > mark { return (false, false) }
      let isChanged = entry.presence != presence
      entry.presence = presence
      entry.heard = state.changes
      state.rooms[room] = entry.isServed || presence == .occupied ? entry : nil
      return (isChanged && entry.isServed, isChanged && !entry.isServed)
    }
    if isNews.room { ring(room) }
    if isNews.account { accountBell.ring(account) }
  }

  private func ring(_ room: String) {
    roomBell.ring(room)
    seatBell.ring(room)
  }

  // MARK: Serving

  /// Up to `limit` rooms in all that somebody sees to from now on: those that nobody does yet, by id. `waiting` is how many
  /// are left over.
  func begin(of account: String, upTo limit: Int) -> (rooms: [String], waiting: Int) {
    state.withLock { state in
      let own = state.rooms.filter { $0.value.account == account }
      let unserved = own.filter { !$0.value.isServed && $0.value.presence == .occupied }.keys.sorted()
      let free = max(0, limit - own.count(where: \.value.isServed))
      let begun = Array(unserved.prefix(free))
      for room in begun { state.rooms[room]?.isServed = true }
      return (begun, unserved.count - begun.count)
    }
  }

  /// Nobody sees to it any more; it is begun anew where it still wants a seat.
  func finish(_ room: String) {
    let account = state.withLock { state -> String? in
      guard var entry = state.rooms[room] else { return nil }
      entry.isServed = false
      state.rooms[room] = entry.presence == .occupied ? entry : nil
      return entry.account
    }
    roomBell.forget(room)
    seatBell.forget(room)
    if let account { accountBell.ring(account) }
  }

  /// `.ended` for a room that is not known.
  func presence(in room: String) -> Presence { state.withLock { $0.rooms[room]?.presence ?? .ended } }

  /// Returns when the account has rooms that want a seat, or one is free again, or after a while.
  func change(ofAccount account: String, within limit: Duration, _ time: any TimeSource) async {
    await accountBell.change(of: account, within: limit, time)
  }

  /// Returns when the presence in the room is another; false after a while without.
  func change(in room: String, within limit: Duration, _ time: any TimeSource) async -> Bool {
    await roomBell.change(of: room, within: limit, time)
  }

  /// The same, for the seat itself.
  func seatChange(in room: String, within limit: Duration, _ time: any TimeSource) async {
    await seatBell.change(of: room, within: limit, time)
  }
}
