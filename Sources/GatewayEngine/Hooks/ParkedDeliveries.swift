import Clocks
import JSONCoding
import MeetingCore
import RoomReducer
import Store
import StructuredLogging

/// Deliveries that outran the commit of the create they speak of.
struct ParkedDeliveries: Sendable {
  let services: Services

  /// Keeps a delivery for a room that is not there yet.
  func park(_ delivery: InboxRecord) async throws(GatewayError) -> Bool {
    let store = services.store
    var commit = StoreCommit()
    commit.inbox = [delivery]
    let final = commit
    let result = try await services.stored { () throws(StoreFailure) in try await store.commit(final) }
    if case .committed = result { return true }
    return false
  }

  /// Takes in everything that waits for the room. Returns the state after it; nil when nothing waited.
  func drain(into room: Room) async throws(GatewayError) -> RoomState? {
    let store = services.store
    let waiting = try await services.stored { () throws(StoreFailure) in
      try await store.parkedDeliveries(provider: room.provider, roomKey: room.id)
    }
    var state: RoomState?
    for delivery in waiting {
      if let committed = try await take(delivery, room) { state = committed.state }
    }
    return state
  }

  /// The same for a room that is there now whatever becomes of its deliveries: what cannot be taken in is tried again.
  func drained(into room: Room) async -> RoomState? {
    do { return try await drain(into: room) } catch {
      services.tasks.spawn { await keepDraining(room.provider, room.id) }
      return nil
    }
  }

  /// At start: whatever an earlier process had parked and did not live to take in.
  func drainAll() async throws(GatewayError) {
    let store = services.store
    let waiting = try await services.stored { () throws(StoreFailure) in try await store.roomsWithParkedDeliveries() }
    for (provider, key) in waiting { services.tasks.spawn { await keepDraining(provider, key) } }
  }

  private func keepDraining(_ provider: String, _ key: String) async {
    var pause: Duration = .milliseconds(500)
    while !Task.isCancelled {
      if await isDrained(provider, key) { return }
      do { try await services.time.sleep(for: pause) } catch { return }
      pause = min(pause * 2, .seconds(30))
    }
  }

  /// A room that is still in creation takes them in when it comes out of it.
  private func isDrained(_ provider: String, _ key: String) async -> Bool {
    do {
      guard let room = try await services.anyRoom(key)?.room, room.provider == provider, room.phase != .creating else {
        return true
      }
      _ = try await drain(into: room)
      return true
    } catch {
      services.logger.error("parked deliveries are not taken in yet", ["room": .string(key)])
      return false
    }
  }

  func take(_ delivery: InboxRecord, _ room: Room) async throws(GatewayError) -> RoomCommitted? {
    guard let receiver = try services.offering(of: room).port(.webhooks) else { return nil }
    let read = receiver.read(delivery.raw, receivedAt: Timestamp(nanoseconds: delivery.receivedAt))
    let facts = read.concerns(room.providerRefs) ? read.facts : []
    var submission = RoomSubmission(facts.map(RoomInput.fact))
    submission.inbox = [delivery.applied]
    return try await services.commit(submission, to: room.id)
  }
}
