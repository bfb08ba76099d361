import MeetingCore
import RoomReducer
import Store

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

  func take(_ delivery: InboxRecord, _ room: Room) async throws(GatewayError) -> RoomCommitted? {
    guard let receiver = try services.offering(of: room).port(.webhooks) else { return nil }
    let read = receiver.read(delivery.raw, receivedAt: Timestamp(nanoseconds: delivery.receivedAt))
    var submission = RoomSubmission(read.facts.map(RoomInput.fact))
    submission.inbox = [
      InboxRecord(
        id: delivery.id, provider: delivery.provider, deliveryKey: delivery.deliveryKey, state: "applied",
        roomKey: delivery.roomKey, raw: delivery.raw, receivedAt: delivery.receivedAt)
    ]
    return try await services.commit(submission, to: room.id)
  }
}
