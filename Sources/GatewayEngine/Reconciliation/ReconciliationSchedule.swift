import Clocks
import MeetingCore
import Store

/// Which rooms of one account are read next, within the account's allowance. A value: the time comes in, in nanoseconds of
/// a clock that never goes back.
///
/// Rooms with a session come first, then who publishes in them, then other live rooms, then those in backstage and those
/// that ended lately. Within each, whoever waits longest. What does not fit the allowance waits for the next round: the
/// vendor is never asked more.
struct ReconciliationSchedule: Sendable {
  private struct Reading {
    var at = Int64.min
    var tracksAt = Int64.min
  }

  private static let longestPause = Duration.seconds(120)

  private let options: ReconciliationOptions
  private let costs: [RoomKind: PresenceCost]
  private var readings: [String: Reading] = [:]
  /// Hints that could not be followed yet.
  private var hints: Set<String> = []
  private var allowance: RequestAllowance
  private var failures = 0
  private var pausedUntil = Int64.min

  /// `costs` has the kinds of room that can be read at all.
  init(options: ReconciliationOptions, costs: [RoomKind: PresenceCost], now: Int64) {
    self.options = options
    self.costs = costs
    allowance = RequestAllowance(perMinute: options.requestsPerMinute, now: now)
  }

  /// The rooms to read now. `open` is all there is; rooms that are missing from it are forgotten. A hint counts until it is
  /// followed.
  mutating func plan(_ open: [OpenRoom], hinted new: Set<String>, now: Int64) -> [ReconciliationPick] {
    allowance.grow(until: now)
    forget(allBut: open)
    hints = hints.union(new).intersection(open.map(\.id))
    guard now >= pausedUntil else { return [] }
    let hinted = hints
    var picks: [ReconciliationPick] = []
    let occupied = Set(open.lazy.filter(\.isOccupied).map(\.id))
    take(due(open.filter { $0.hasSession || hinted.contains($0.id) }, hinted, options.interval, now), &picks, now)
    addTracks(&picks, in: occupied, now)
    let rest = open.filter { !$0.hasSession && !hinted.contains($0.id) }
    take(due(rest.filter { $0.phase == "live" }, [], options.interval, now), &picks, now)
    take(due(rest.filter { $0.phase != "live" }, [], options.idleInterval, now), &picks, now)
    hints.subtract(picks.map(\.room))
    return picks
  }

  mutating func succeeded() { failures = 0 }

  /// The rooms are due again, after a pause: the vendor's own, or one that doubles.
  mutating func failed(_ picks: [ReconciliationPick], retryAfter: Duration?, now: Int64) {
    for pick in picks { readings[pick.room] = nil }
    failures = min(failures + 1, 10)
    let own = Duration.seconds(5) * (1 << failures)
    let pause = max(retryAfter ?? .zero, min(own, Self.longestPause))
    pausedUntil = now + pause.nanoseconds
  }

  private func due(_ rooms: [OpenRoom], _ hinted: Set<String>, _ interval: Duration, _ now: Int64) -> [OpenRoom] {
    rooms.filter { room in
      guard let at = readings[room.id]?.at else { return true }
      return hinted.contains(room.id) || now - at >= interval.nanoseconds
    }.sorted { (readings[$0.id]?.at ?? .min, $0.id) < (readings[$1.id]?.at ?? .min, $1.id) }
  }

  /// A reading is paid for whenever a page of it begins.
  private mutating func take(_ rooms: [OpenRoom], _ picks: inout [ReconciliationPick], _ now: Int64) {
    var counts = Dictionary(picks.map { ($0.kind, 1) }, uniquingKeysWith: +)
    for room in rooms {
      guard let kind = RoomKind(rawValue: room.kind), let cost = costs[kind] else { continue }
      let taken = counts[kind, default: 0]
      if taken % cost.roomsPerRequest == 0, !allowance.spend(cost.requestsPerReading) { return }
      counts[kind] = taken + 1
      readings[room.id, default: Reading()].at = now
      picks.append(ReconciliationPick(room: room.id, kind: kind))
    }
  }

  /// Tracks cost requests per room: they may have what is there above half of what can be saved up.
  private mutating func addTracks(_ picks: inout [ReconciliationPick], in occupied: Set<String>, _ now: Int64) {
    let order = picks.indices.filter { occupied.contains(picks[$0].room) }.sorted { left, right in
      readings[picks[left].room]?.tracksAt ?? .min < readings[picks[right].room]?.tracksAt ?? .min
    }
    for index in order {
      let requests = costs[picks[index].kind]?.requestsForTracks ?? 0
      guard allowance.spend(requests, reserve: requests == 0 ? 0 : allowance.most / 2) else { return }
      picks[index].withTracks = true
      readings[picks[index].room]?.tracksAt = now
    }
  }

  private mutating func forget(allBut open: [OpenRoom]) {
    guard readings.count > open.count else { return }
    let known = Set(open.map(\.id))
    readings = readings.filter { known.contains($0.key) }
  }
}
