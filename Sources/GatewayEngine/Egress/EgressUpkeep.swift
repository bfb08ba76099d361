import Clocks
import JSONCoding
import MeetingCore
import RoomReducer
import Store
import StructuredLogging

/// Looks after what is neither running nor over: files that nobody told of, vendors that say nothing any more. Rooms that
/// have ended are looked after too, since recordings outlive them.
struct EgressUpkeep: Sendable {
  /// Rooms that one round asks vendors about.
  private static let roomsPerRound = 25

  let services: Services

  /// Looks again and again. Returns when its task is cancelled.
  func run() async {
    var asked: [String: Int64] = [:]
    while !Task.isCancelled {
      do { try await services.time.sleep(for: services.options.egress.interval) } catch { return }
      await round(&asked)
    }
  }

  /// `asked` has when each one's vendor was last asked for files.
  func round(_ asked: inout [String: Int64]) async {
    let open = await openRows()
    let known = Set(open.map(\.id))
    asked = asked.filter { known.contains($0.key) }
    var rooms = 0
    for (room, rows) in Dictionary(grouping: open, by: \.room).sorted(by: { $0.key < $1.key }) {
      guard rooms < Self.roomsPerRound, let state = try? await services.anyRoom(room) else { continue }
      if await lookAfter(rows.compactMap { state.resources[$0.id]?.egress }, state, &asked) { rooms += 1 }
    }
  }

  /// Stops at the vendor what the state no longer has running. True when that is settled.
  func stop(_ id: String, _ room: Room) async -> Bool {
    guard let state = try? await services.anyRoom(room.id), let egress = state.resources[id]?.egress else {
      return true
    }
    guard egress.state == .stopping || egress.state == .running else { return true }
    let vendor = EgressVendor(services: services, room: room, context: services.context(nil, actor: nil))
    do { try await vendor.stop(egress) } catch {
      if EgressVendor.isGone(error) { return await commit(.gone(id), room) }
      return error.code == .capabilityUnsupported
    }
    return egress.state == .stopping ? true : await commit(.stopping(id, by: egress.stoppedBy), room)
  }

  /// Those that wait for something; what runs is for reading the room to look after.
  private func openRows() async -> [ResourceRecord] {
    var rows: [ResourceRecord] = []
    for sort in EgressSort.allCases { rows += (try? await openRows(of: sort)) ?? [] }
    return rows
  }

  private static func isWaiting(_ egress: Egress) -> Bool { egress.state != .running && !egress.isDeferred }

  private func openRows(of sort: EgressSort) async throws(StoreFailure) -> [ResourceRecord] {
    let before = services.now.nanoseconds - services.options.egress.changeLimit.nanoseconds
    var query = OpenResourceQuery(kind: ResourceCoding.kind(of: sort).rawValue, changedBefore: before)
    var found: [ResourceRecord] = []
    while true {
      let rows = try await services.store.openResources(query)
      for row in rows where try ResourceCoding.resource(row).egress.map(Self.isWaiting) ?? false { found.append(row) }
      guard rows.count == query.limit, let last = rows.last else { return found }
      query.after = .init(changedAt: last.changedAt, id: last.id)
    }
  }

  /// True when the vendor was asked.
  private func lookAfter(_ egresses: [Egress], _ state: RoomState, _ asked: inout [String: Int64]) async -> Bool {
    var isAsked = false
    for egress in egresses where (egress.state == .starting || egress.state == .stopping) && !egress.isDeferred {
      isAsked = true
      await giveUp(egress, state.room)
    }
    for sort in EgressSort.allCases {
      let waiting = egresses.filter { $0.plan.sort == sort && $0.state == .processing && isDue($0, asked) }
      if waiting.isEmpty { continue }
      isAsked = true
      for egress in waiting { asked[egress.id] = services.now.nanoseconds }
      await lookForFiles(waiting, sort, state)
    }
    return isAsked
  }

  /// The vendor has had its time: it is told to stop, and whatever it says is the end.
  private func giveUp(_ egress: Egress, _ room: Room) async {
    let vendor = EgressVendor(services: services, room: room, context: services.context(nil, actor: nil))
    do { try await vendor.stop(egress) } catch {
      // A vendor that cannot be asked now may tell later; twice the time is enough.
      let isLate = isOlder(egress.changedAt, than: services.options.egress.changeLimit * 2)
      if !EgressVendor.isGone(error), !isLate { return }
    }
    services.logger.warning(
      "the provider did not tell what became of it",
      ["room": .string(room.id), "id": .string(egress.id), "state": .string(egress.stateName)])
    _ = await commit(.gone(egress.id), room)
  }

  private func lookForFiles(_ egresses: [Egress], _ sort: EgressSort, _ state: RoomState) async {
    if sort == .transcription, let role = try? services.offering(of: state.room).require(.transcription),
      !role.leavesTranscripts
    {
      for egress in egresses { _ = await commit(.fileless(egress.id), state.room) }
      return
    }
    let reader = EgressReader(services: services)
    let links = try? await reader.links(for: egresses, sort, state)
    let settled = try? await reader.taken(links ?? [], egresses, state)
    for egress in settled ?? egresses where egress.state == .processing {
      if isOlder(egress.stoppedAt ?? egress.changedAt, than: services.options.egress.fileLimit) {
        _ = await commit(.lost(egress.id), state.room)
      }
    }
  }

  /// The longer it takes, the less often the vendor is asked.
  private func isDue(_ egress: Egress, _ asked: [String: Int64]) -> Bool {
    let options = services.options.egress
    let since = egress.stoppedAt ?? egress.changedAt
    guard isOlder(since, than: options.firstLook) else { return false }
    guard let last = asked[egress.id] else { return true }
    let age = services.now.nanoseconds - since.nanoseconds
    return services.now.nanoseconds - last >= max(options.interval.nanoseconds, age / 8)
  }

  private func isOlder(_ time: Timestamp, than limit: Duration) -> Bool {
    services.now.nanoseconds - time.nanoseconds >= limit.nanoseconds
  }

  private func commit(_ intent: EgressIntent, _ room: Room) async -> Bool {
    (try? await services.commit(RoomSubmission([.intent(.egress(intent))]), to: room.id)) != nil
  }
}
